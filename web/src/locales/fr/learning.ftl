# -- the lesson and the rules
lesson-step = Pas { $number } sur { $of }
lesson-on = Continuer
lesson-skip = Sauter ce pas
lesson-back = Retour
lesson-show = Montre-moi
lesson-restart = Depuis le début
lesson-leave = Quitter la leçon
lesson-rules = Règles :
lesson-other = Ce serait permis aussi. Pour ce pas, fais ce qui est demandé, ou demande à le voir.
lesson-over = Bien joué !
lesson-first-game = Une première partie, contre un robot doux
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
