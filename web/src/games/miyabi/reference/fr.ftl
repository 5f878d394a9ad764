# Miyabi sur une page, et ce que contient la boîte. Les nombres viennent de facts.json ; aucun n’est écrit ici.

miyabi-theme = « Miyabi » est un vieux mot japonais pour le raffinement, l’élégance discrète de la cour. Tu dessines un jardin de cette sorte : érables, pagodes, étangs, buissons et rochers, niveau après niveau, jusqu’à ce que tout soit à sa place.

miyabi-card-turn = Ton tour
miyabi-card-turn-place = Prends une plate-bande visible et pose-la, tournée comme tu veux, dans ton propre jardin.
miyabi-card-turn-lantern = Place une lanterne au-dessus de la colonne où se trouvent ses objets.
miyabi-card-turn-score = Marque aussitôt objets × niveau. Le premier à porter un type d’objet au niveau { $layer } prend aussi son bonus.
miyabi-card-where = Une plate-bande ne peut pas être posée ainsi
miyabi-card-where-outside = Hors du quadrillage : elle doit y être tout entière.
miyabi-card-where-row = Dans une autre rangée : les objets vont dans celle de leur type. Les cases vertes vont partout.
miyabi-card-where-lantern = Dans une colonne à lanterne : chaque colonne reçoit des objets une fois par étape.
miyabi-card-where-uneven = Sur un sol inégal : toutes les cases dessous ont la même hauteur. On peut recouvrir des objets.
miyabi-card-round = Une étape
miyabi-card-round-start = Étalez autant de plates-bandes de la boîte, faces visibles. Toutes les cases lanterne sont vides.
miyabi-card-round-first = Le joueur qui a le bonsaï commence, d’abord le plus jeune. On joue dans le sens des aiguilles d’une montre.
miyabi-card-round-pass = Si tu peux poser, tu le dois. Si rien ne va, tu passes jusqu’à la fin de l’étape.
miyabi-card-round-end = Elle finit quand tous ont passé ou ont { $lanterns } lanternes. Le reste sort du jeu ; le bonsaï va au suivant.
miyabi-card-end = La fin
miyabi-card-end-rows = Après la dernière étape, comptez les objets visibles de chaque rangée. Le premier et le deuxième marquent.
miyabi-card-end-ties = À égalité en tête : tous ont le grand prix, personne le petit. À égalité derrière : tous ont le petit. Zéro compte aussi.
miyabi-card-end-win = Le plus grand total gagne ; à égalité, la victoire est partagée.
miyabi-card-end-bonus = « ? » : bonus du niveau { $layer } supposé ; ta propre boîte peut le remplacer.
miyabi-card-expansions = Extensions, à combiner librement
miyabi-card-expansions-A = À la fin, { $points } point par objet de ton meilleur groupe d’un seul tenant.
miyabi-card-expansions-B = À la fin, { $points } points par case de ta plus grande pelouse.
miyabi-card-expansions-C = { $open } plates-bandes zen sont visibles. Prends-en une au lieu d’une autre, sur le plateau nu : { $points } point. Entourée, elle marque les objets voisins et le sien.
miyabi-card-expansions-D = À la fin, { $points } points par rangée ou colonne d’exactement { $objects } objets.
miyabi-card-expansions-E = Un pas par tour, à plat ou un niveau plus haut, marque le nouveau niveau. Dès le niveau { $golden }, la grenouille est dorée et va aussi sur les objets.

miyabi-contents-boards = plateaux « jardin »
miyabi-contents-lanterns = lanternes en bois
miyabi-contents-stones = pions de score
miyabi-contents-tiles = plates-bandes
miyabi-contents-bonuses = tuiles bonus
miyabi-contents-score-board = plateau « points »
miyabi-contents-round-marker = marqueur d’étape
miyabi-contents-bonsai = bonsaï
miyabi-contents-info-card = fiche d’information
miyabi-contents-expansions = cartes d’extension
miyabi-contents-zen = plates-bandes zen
miyabi-contents-frogs = grenouilles, argentées et dorées

miyabi-setup-A = Le plateau « points » va au milieu, le marqueur sur la première étape.
miyabi-setup-B = Chacun prend un jardin, { $lanterns } lanternes et deux pions d’une couleur.
miyabi-setup-C = Un pion attend devant la première case. L’autre compte combien de fois tu dépasses { $track }.
miyabi-setup-D = Les tuiles bonus sont posées à côté, faces visibles.
miyabi-setup-E = Les { $tiles } plates-bandes vont faces cachées dans le couvercle de la boîte.
miyabi-setup-F = À chaque étape, on étale des plates-bandes selon le tableau ; ici pour deux joueurs.
miyabi-setup-G = Le plus jeune prend le bonsaï et commence.
miyabi-setup-H = Avec les extensions : les plates-bandes zen faces cachées, { $open } retournées, et une grenouille argentée dans chaque jardin.

miyabi-pieces-of = { miyabi-kind } × { $count }
miyabi-pieces-bonuses = Les tuiles bonus et leurs points
