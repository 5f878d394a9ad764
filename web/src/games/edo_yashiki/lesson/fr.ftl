# Edo Yashiki : la leçon. Aucun chiffre ici : les nombres viennent du moteur (lesson.json dit d’où).

edo_yashiki-lesson-house-title = Ta maison
edo_yashiki-lesson-house = Ta maison commence par une carte : deux cases de large, trois de haut. Une case est tatami, étang, plancher ou jardin. Carte après carte la maison grandit, et trois cases pareilles en ligne rapportent des points.
edo_yashiki-lesson-grab-title = Les cartes visibles
edo_yashiki-lesson-grab = À chaque manche, il y a autant de cartes visibles que de joueurs, { $cards } cette fois. Ici on les prend calmement, l’un après l’autre, et tu commences.
edo_yashiki-lesson-grab-task = Prends la deuxième carte : touche-la, puis valide.
edo_yashiki-lesson-grab-after = La dernière carte est allée aussitôt à Mei. Maintenant chacun pose sa carte dans sa maison, en même temps ; personne n’attend. Mei a déjà posé.
edo_yashiki-lesson-place-title = Pose-la
edo_yashiki-lesson-place = Une carte se pose debout, dans un sens ou dans l’autre. Elle doit toucher la maison par un bord, ou la recouvrir : se superposer est le cœur du jeu. Essaie des places et des demi-tours ; le bouton en bas dit ce qu’une place rapporte.
edo_yashiki-lesson-place-task = Trouve une place où trois cases pareilles sont en ligne, et valide.
edo_yashiki-lesson-place-after = Trois en ligne, { $points ->
    [one] { $points } point
   *[other] { $points } points
}. On compte quand tous ont posé ; puis de nouvelles cartes sont visibles, et le suivant commence.
edo_yashiki-lesson-rope-title = La corde
edo_yashiki-lesson-rope = Une corde entoure maintenant les trois planchers. Une ligne de trois ou plus ne peut plus jamais être recouverte, ni en partie, ni par du pareil. Elle reste donc à toi, et elle te gêne.
edo_yashiki-lesson-rope-task = Essaie : glisse ta carte sur les cases de la corde.
edo_yashiki-lesson-rope-after = Voilà : ce n’est pas permis. Une carte sur une corde ne peut pas être validée, et le plateau dit quelle règle l’interdit. Mais une ligne peut s’allonger à ses bouts.
edo_yashiki-lesson-bonus-title = Plus long, et plusieurs à la fois
edo_yashiki-lesson-bonus = Trois en ligne comptent { $three }, quatre { $four }, cinq { $five } ; six ou plus, rien du tout. Et si une carte fait des lignes de deux éléments différents, il y a { $bonus } de plus. Une place fait les deux.
edo_yashiki-lesson-bonus-task = Trouve la place qui rapporte { $points } points. Tu peux demander à la voir.
edo_yashiki-lesson-bonus-after = Les planchers sont quatre, trois étangs sont nouveaux, et deux éléments valent { $bonus } de plus : { $points } points. Trois éléments donneraient { $three } de plus, les quatre { $four }.
edo_yashiki-lesson-live-title = Hajime !
edo_yashiki-lesson-live = À certaines tables, tous prennent à la fois. Les cartes sont visibles ; chacun les regarde et se dit prêt. Trois lampes s’allument, et à « hajime ! » tous tendent la main. Qui arrive trop tard en prend une autre ; la dernière carte va au dernier. Une liaison lente est compensée.
edo_yashiki-lesson-live-task = Essaie : regarde les cartes, dis que tu es prêt, et prends-en une dès que tu lis « hajime ! ».
edo_yashiki-lesson-live-after = Ce n’est rien de plus, sauf qu’à une table d’autres tendent aussi la main. Un appui avant le signal te bloque un instant. Si tu n’aimes pas te presser, choisis une table calme.
edo_yashiki-lesson-specialists-title = Spécialistes
edo_yashiki-lesson-specialists = Une option pour plus tard : tu as un marqueur rond pour chaque élément. Une ligne ne compte que si son marqueur est là, et la compter l’enlève. Tatami et étang sont dépensés ici ; d’autres étangs ne rapporteraient rien.
edo_yashiki-lesson-specialists-task = Trouve une place qui compte avec un marqueur que tu as encore.
edo_yashiki-lesson-specialists-after = { $points ->
    [one] { $points } point
   *[other] { $points } points
}, et le marqueur est dépensé. Quand le dernier part, les quatre reviennent aussitôt, même au milieu du décompte. Le bonus ne compte que les éléments qui ont marqué.
edo_yashiki-lesson-end-title = La fin
edo_yashiki-lesson-end = La partie finit après une manche où quelqu’un a { $goal } points ou plus, ou quand il reste trop peu de cartes. Tu en as { $yours }.
edo_yashiki-lesson-end-task = Trouve la place qui rapporte { $points } points.
edo_yashiki-lesson-end-after = C’est fini : celui qui a le plus de points gagne, et tu as gagné, { $yours } à { $theirs }. À égalité, la victoire est partagée.
edo_yashiki-lesson-over = Tu sais tout ce qu’il faut. Joue maintenant une première partie calme contre un robot facile. Les spécialistes, la prise simultanée et l’édition Samurai Gardener t’attendent quand tu ouvres une nouvelle table.
