# Miyabi : la leçon. Aucun chiffre ici : les nombres viennent du moteur (lesson.json dit d’où).

miyabi-lesson-garden-title = Ton jardin
miyabi-lesson-garden = Voici ton jardin, encore vide. Il a { $rows } rangées, et chacune appartient à un type d’objet, des érables en haut aux rochers en bas. Le plus grand nombre à côté d’une rangée ({ $most } pour les érables) est ce que tu gagnes à la fin si tu y as le plus d’objets.
miyabi-lesson-display-title = Les plates-bandes
miyabi-lesson-display = À chaque étape, { $tiles } plates-bandes sont visibles, pour vous deux. Une seule case d’une plate-bande porte des objets ; le reste est vert. Il y a autant d’objets que de cases.
miyabi-lesson-display-task = Choisis la plate-bande à deux poissons.
miyabi-lesson-place-title = Rangée et colonne
miyabi-lesson-place = Les poissons vont dans la rangée des poissons : la rangée est donnée. Tu choisis la colonne, et de quel côté va le bout vert. Le vert peut être dans n’importe quelle rangée ; rien ne doit dépasser du jardin.
miyabi-lesson-place-task = Choisis la colonne c, le bout vert vers la droite, et valide.
miyabi-lesson-place-after = { $objects } poissons × niveau { $layer } = { $points } points, tout de suite. Et une lanterne se dresse maintenant au-dessus de la colonne c. Mei a posé dans son propre jardin ; vous ne vous gênez qu’en prenant des plates-bandes.
miyabi-lesson-lantern-title = Une lanterne par colonne
miyabi-lesson-lantern = Chaque colonne reçoit des objets une fois par étape : là où il y a une lanterne, c’est fait. Tu as donc au plus six tours par étape, un par colonne.
miyabi-lesson-lantern-task = Essaie : choisis une plate-bande et de nouveau la colonne c.
miyabi-lesson-lantern-after = Voilà : ce n’est pas permis. Quand quelque chose est impossible, le plateau dit pourquoi et cite la règle. À l’étape suivante, toutes les cases lanterne sont de nouveau vides.
miyabi-lesson-layer-title = Plus haut, c’est mieux
miyabi-lesson-layer = Une plate-bande peut en recouvrir d’autres, si toutes ses cases reposent à la même hauteur. Le bout vert de tes poissons, colonne d, s’y prête : ce que tu y poses est au niveau { $layer }.
miyabi-lesson-layer-task = Choisis le poisson seul, la colonne d, et valide.
miyabi-lesson-layer-after = { $objects } × niveau { $layer } = { $points }. Une plate-bande compte ses objets fois son niveau ; une petite tout en haut vaut vite plus qu’une grande au sol.
miyabi-lesson-stack-title = Ce qu’il y a dessous
miyabi-lesson-stack = On peut recouvrir des objets. Ils ont déjà rapporté ; mais à la fin, seul ce qui est visible compte.
miyabi-lesson-stack-task = Regarde la pile : appuie longtemps sur la case d3, ou va dessus et tape I.
miyabi-lesson-stack-after = Chaque niveau, de haut en bas. Tu peux regarder sous toute case à tout moment, aussi dans les autres jardins.
miyabi-lesson-bonus-title = Le cinquième niveau
miyabi-lesson-bonus = Plus tard, à l’étape { $round }. Le premier qui pose un type d’objet au niveau { $layer } prend sa tuile bonus. Dans le coin, tes érables sont juste un niveau plus bas.
miyabi-lesson-bonus-task = Pose les deux érables dans la colonne a, pour { $points } points.
miyabi-lesson-bonus-after = { $objects } × niveau { $layer }, et { $bonus } pour le bonus : { $points } points. Cette tuile bonus est partie ; chaque autre type d’objet a la sienne.
miyabi-lesson-majorities-title = Qui en a le plus
miyabi-lesson-majorities = À la fin, chaque rangée est comptée à part. Celui qui a le plus de poissons visibles reçoit { $most } points, le deuxième { $second } ; en ce moment tu en as { $yours } et Mei { $theirs }. À égalité en tête, tous ont le maximum, et personne n’est deuxième.
miyabi-lesson-pass-title = Rien ne va
miyabi-lesson-pass = La dernière de { $rounds } étapes. Il reste deux plates-bandes, et aucune ne va dans ton jardin. Si tu peux poser, tu le dois ; sinon tu passes, jusqu’à la fin de l’étape.
miyabi-lesson-pass-task = Appuie sur Passer, puis valide.
miyabi-lesson-pass-after = Une étape finit quand chacun a passé ou a six lanternes ; ce qui reste sort du jeu. Après la dernière viennent les rangées : tu as gagné, { $yours } à { $theirs }.
miyabi-lesson-expansions-title = Il y a plus encore
miyabi-lesson-expansions = C’est tout le jeu. Cinq extensions s’y ajoutent, à volonté : des points pour le plus grand groupe d’objets, pour la plus grande pelouse et pour les rangées et colonnes d’exactement sept ; des plates-bandes zen qui comptent une fois entourées ; et une grenouille qui grimpe. Commence sans, puis ajoutes-en une à la fois.
miyabi-lesson-over = Tu sais tout ce qu’il faut. Joue maintenant une première partie contre un robot facile ; le plateau montre ce qui est possible et ce que cela rapporte.
