# -- the lesson and the rules
lesson-step = Étape { $number } sur { $of }
lesson-on = Continuer
lesson-skip = Passer cette étape
lesson-back = Retour
lesson-show = Montre-moi
lesson-restart = Depuis le début
lesson-leave = Quitter la leçon
lesson-rules = Règles :
lesson-other = Ce serait permis aussi. Pour ce pas, fais ce qui est demandé, ou demande à le voir.
lesson-over = Bien joué !
lesson-first-game = Une première partie, contre un robot facile
rules-all = Toutes les règles
rules-search = Chercher dans les règles
rules-clear = Effacer la recherche
rules-contents = Sommaire
rules-count = { $count } règles
rules-found = { $count ->
    [0] Rien trouvé pour « { $words } ». Peut-être avec moins de lettres ?
    [one] Une règle trouvée.
   *[other] { $count } règles trouvées.
}
rules-print = Imprimer
rules-own-words = Racontées avec nos propres mots. Les numéros sont ceux que le plateau cite quand quelque chose est impossible.
rules-adds = Ce qui s’ajoute :
rules-lesson = Apprendre en jouant
rules-choose = Quel jeu ?
rules-link = Lien vers la règle { $rule }
lesson-retry = Réessayer
rules-views = Façons de lire les règles
rules-box = Boîte et mise en place
rules-allowed = Permis
rules-refused = Interdit
card-foot = Avec nos propres mots. Les petits numéros sont ceux des règles.
box-contents = Dans la boîte imprimée
box-setup = Mise en place
box-pieces = Chaque pièce
box-drawn = On voit ici le matériel « { $name } ».
box-replace = Tout le contenu de la boîte imprimée n’est pas public ; le reste est donc reconstitué, et les signes disent ce qui est connu et d’où. Si tu possèdes la boîte, compte-la et joue avec ton propre fichier, dans le navigateur ou dans un terminal :
box-count-own = Compter ma propre boîte
box-source-printed = imprimé dans le livret
box-source-example = lu dans un exemple imprimé
box-source-reported = rapporté par des joueurs ou des critiques
box-source-assumed = supposé par nous
box-source-own = compté dans une boîte
