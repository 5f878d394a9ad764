# Revoir une partie, l’analyser.

replay-title = { $game } : la partie revue
replay-missing = Cette partie ne peut pas être montrée
replay-to-table = Vers la table
replay-rail = Journal, analyse et joueurs
replay-panels = Journal et analyse
replay-controls = Étapes
replay-place = { $at } sur { $of }
replay-first = Au début
replay-back = Une étape en arrière
replay-play = Lire
replay-pause = Arrêter
replay-next = Une étape en avant
replay-last = À la fin
replay-turn-back = Tournant précédent
replay-turn-on = Tournant suivant
replay-slider = Étape
replay-speed = Vitesse
replay-times = { NUMBER($speed) }×
replay-share = Copier un lien vers cette étape
replay-close = Ranger ce fichier

## une partie dans un fichier
record-what = Niwashi consigne chaque partie dans un petit fichier. Tu peux la revoir ici, étape par étape, où qu’elle ait été jouée.
record-choose = Choisir un fichier
record-drop = ou le déposer n’importe où sur cette page
record-private = Le serveur la raconte puis l’oublie. Elle reste dans cette fenêtre jusqu’à ce que tu la ranges.
record-too-large = { $file } dépasse 256 Kio. Une partie pèse quelques dizaines de kilo-octets.
record-several = { $file } contient plusieurs parties, une par ligne. Ouvre un fichier qui n’en contient qu’une.
record-no-json = { $file } n’est pas une partie : ce n’est pas du JSON lisible.
record-no-record = { $file } est du JSON, mais pas une partie : il y faut « niwashi », « game » et « events ».

## reprendre la partie
play-on = Reprendre d’ici
play-on-text =
    { $count ->
        [one] Une nouvelle table contre des robots commence après { $count } étape de cette partie.
       *[other] Une nouvelle table contre des robots commence après { $count } étapes de cette partie.
    }
play-on-seat = Ta place
play-on-level = Les autres
play-on-chance = Ce que le hasard apporte ensuite est tiré à nouveau.
play-on-start = Reprendre

## analyse
analysis = Analyse
analysis-what = Un robot fort examine chaque action : quelles étaient les chances, ce qu’elle a coûté et ce qui aurait été mieux.
analysis-later = Ce sera pour après la partie.
analysis-starting = Examen de la première action…
analysis-progress = { $done ->
    [one] { $done } action jugée
   *[other] { $done } actions jugées
} sur { $of }.
analysis-leave = Tu peux partir et revenir ; cela continue entre-temps.
analysis-here = C’est ce navigateur qui calcule. Si tu quittes la page, il continue à ton retour.
analysis-done = L’analyse est prête.
analysis-graph = Chances de gagner
analysis-chance-of = { $name } { $chance }
analysis-action = Cette action
analysis-no-action = Ici, c’est le hasard ou la table qui a agi. Avance jusqu’à une action pour voir ce qu’elle valait.
analysis-only = La seule action possible
analysis-mark = { $mark ->
    [blunder] Grosse erreur
    [mistake] Erreur
   *[slip] Imprécision
}
analysis-small = Un peu de perdu
analysis-good = Rien de nettement mieux
analysis-wins = gagne
analysis-margin = avance
analysis-before = Avant
analysis-after = Après
analysis-lost = Perdu
analysis-noise = (peut-être le hasard)
analysis-points-about = { $points } ± { $error }
analysis-better = Mieux
analysis-reason-worth = ({ $through } : { $points })
analysis-show = Montrer sur le plateau
analysis-show-not = Revenir à la partie
analysis-showing = Au lieu de l’étape { $at } : ce qu’aurait pu faire { $name }
analysis-shown = Le plateau montre ce qui aurait été mieux : { $what }
analysis-turns = Tournants
analysis-turn-loss = { $name } perd { $chance } de ses chances de gagner
analysis-turn-lead = À partir d’ici, { $name } est en tête ({ $chance })
analysis-seats = Comment chacun a joué
analysis-player = Joueur
analysis-accuracy = précision
analysis-mean-loss = perte moyenne
analysis-marks = imprécisions / erreurs / grosses
analysis-marks-said = imprécisions : { $slips }, erreurs : { $mistakes }, grosses erreurs : { $blunders }
analysis-how = Chaque action et sa meilleure rivale ont été jouées jusqu’au bout bien des fois par des robots de niveau club. ± est l’erreur type.
