# Edo Yashiki sur une page, et ce que contient la boîte. Les nombres viennent de facts.json ; aucun n’est écrit ici.

edo_yashiki-theme = Les seigneurs des provinces devaient passer une partie de leur vie à Edo, sous les yeux du shogun, et y tenaient des résidences : les yashiki. Chacun voyait qui avait les plus belles salles, les plus beaux étangs, les plus beaux jardins. Tu bâtis une telle résidence, carte après carte, et vite.

edo_yashiki-card-round = Une manche
edo_yashiki-card-round-open = Étalez autant de cartes qu’il y a de joueurs.
edo_yashiki-card-round-grab = Tous à la fois : quand tous sont prêts, « hajime ! », et chacun saisit une carte. Calme : à tour de rôle, le premier joueur d’abord.
edo_yashiki-card-round-place = Chacun pose sa carte dans sa maison, sans attendre.
edo_yashiki-card-round-score = Quand tous ont posé, tous comptent. Le premier joueur change, dans le sens des aiguilles d’une montre.
edo_yashiki-card-where = Une carte ne peut pas être posée ainsi
edo_yashiki-card-where-sideways = Couchée : une carte est debout, dans un sens ou dans l’autre.
edo_yashiki-card-where-corner = Par un coin seulement : elle doit recouvrir la maison ou la toucher par un bord. Elle peut couvrir plusieurs cartes.
edo_yashiki-card-where-run = Sur une ligne, soit { $length } cases pareilles ou plus tout droit : aucune ne peut être recouverte.
edo_yashiki-card-scoring = Lignes
edo_yashiki-card-scoring-runs = Chaque ligne qui contient une case de ta nouvelle carte compte, sur toute sa longueur, à l’horizontale et à la verticale.
edo_yashiki-card-runs-head = Ligne de
edo_yashiki-card-bonus = Bonus
edo_yashiki-card-bonus-features = Pour les éléments différents qui comptent avec une carte. Plusieurs lignes d’un élément ne font qu’un.
edo_yashiki-card-bonuses-head = Éléments
edo_yashiki-card-points = Points
edo_yashiki-card-end = La fin
edo_yashiki-card-end-goal = La partie finit après une manche où quelqu’un a { $goal } points ou plus, ou quand il reste moins de cartes que de joueurs.
edo_yashiki-card-end-win = Celui qui a le plus de points gagne ; à égalité, la victoire est partagée.
edo_yashiki-card-specialists = Avec les spécialistes
edo_yashiki-card-specialists-markers = Chacun a un marqueur pour chacun des { $features } éléments. Une ligne ne compte qu’avec son marqueur, et la compter l’enlève.
edo_yashiki-card-specialists-return = Quand le dernier marqueur part, tous reviennent aussitôt, même au milieu du décompte.
edo_yashiki-card-specialists-long = Les lignes de { $length } ou plus ne prennent pas de marqueur. Le bonus ne compte que ce qui a vraiment compté.

edo_yashiki-contents-cards = cartes de construction
edo_yashiki-contents-score-cards = cartes de score
edo_yashiki-contents-score-markers = marqueurs de score
edo_yashiki-contents-specialist-cards = cartes de spécialistes
edo_yashiki-contents-specialist-markers = marqueurs de spécialistes
edo_yashiki-contents-summary-card = carte résumé

edo_yashiki-setup-A = Les cartes de score sont côte à côte et vont jusqu’à { $track }. Tous les marqueurs partent de zéro.
edo_yashiki-setup-B = Les { $cards } cartes de construction, mélangées, forment un paquet faces cachées.
edo_yashiki-setup-C = Le dernier à s’être assis sur un tatami, ou sur un tapis, commence et donne une carte à chacun.
edo_yashiki-setup-D = Pose-la debout devant toi : ta maison commence par elle.
edo_yashiki-setup-E = À côté du paquet, on étale autant de cartes qu’il y a de joueurs ; ici pour deux.
edo_yashiki-setup-F = Avec les spécialistes : chacun reçoit une carte de spécialistes avec { $features } marqueurs.

edo_yashiki-pieces-pattern = Motif { $number }
