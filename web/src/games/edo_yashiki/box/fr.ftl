edo_yashiki-box-count = { $kind ->
   *[cards] Cartes : { $count } sur { $expected }
}
edo_yashiki-box-wrong = Le paquet est incomplet ou trop grand. { edo_yashiki-box-count }
edo_yashiki-box-wrong-card = La carte { $number } est « { $face } ». Une carte a trois rangées de deux lettres parmi T, P, F et G, par exemple FG/FP/TT.
edo_yashiki-box-how = Inscris chaque carte une fois, dans un sens ou dans l’autre. Touche une case jusqu’à ce qu’elle montre ce qui est imprimé : tatami, étang, plancher ou jardin. Au clavier, les flèches vont de case en case ; T, P, F et G la fixent.
edo_yashiki-box-square = Rangée { $row }, { $column ->
    [1] à gauche
   *[other] à droite
} : { $what }
