# -- partout
tagline = Des jeux de jardin paisibles, à une table
skip = Aller au contenu
close = Fermer
cancel = Annuler
you = Toi
name = Nom
password = Mot de passe
language = Langue
settings = Réglages
about = À propos
help = Touches et aide
menu = Menu
how-to-play = Comment jouer
how-to-play-game = Comment jouer à { $game }
rules = Règles
rules-card = Sur une page
score = Points
seats = Places
table = Table
bot = Robot
to-lobby = Vers l’accueil
my-games = Mes parties
play-offline = Jouer hors ligne
play-on-offline = Continuer hors ligne
play-on-server = Continuer sur le serveur
turns-waiting =
    { $count ->
        [one] Une autre table t’attend
       *[other] { $count } autres tables t’attendent
    }
turn-elsewhere = C’est à toi à une autre table : { $game }
session-ended = Tu n’es plus connecté. Tu peux regarder, ou revenir.
nowhere-title = Il n’y a rien ici
nowhere-text = L’adresse est peut-être mal saisie, ou le lien a été coupé.
page-unloaded = Cette page n’a pas pu être chargée
page-unloaded-text = Es-tu en ligne ? Le serveur a peut-être aussi un Niwashi plus récent.
page-reload = Recharger
points-signed = +{ $points }

# -- ce qui n’a pas marché
problem-said = Cela n’a pas marché : { $sentence }
problem-unknown = Cela n’a pas marché. Réessaie, s’il te plaît.
problem-client-offline = Le serveur est injoignable. Es-tu en ligne ?
problem-site-part = Le fichier { $file } de ce jardin manque ou est endommagé. Recharge la page ; si cela ne suffit pas, il faut réécrire le dossier.
problem-site-secure = Un jardin sans serveur a besoin de https, ou d’une adresse de cette machine : ses fichiers ne peuvent être vérifiés qu’ainsi.
problem-site-start = Le jardin n’a pas pu démarrer dans ce navigateur. Recharge la page.
problem-site-storage = Ce navigateur ne conserve pas la partie : son stockage est plein ou interdit. Enregistre la partie avant de partir.
problem-site-elsewhere = Cette partie est ouverte dans un autre onglet. Continue là-bas ou ferme cet onglet.
problem-site-damaged = Cette partie est endommagée dans le stockage de ce navigateur et ne peut pas continuer.
problem-site-full = Le stockage de ce navigateur est plein ou interdit. Parties ajoutées : { $added } sur { $count }.
problem-site-thinking = Les robots et les conseils se sont arrêtés dans ce navigateur. Recharge la page.
problem-site-server = Cela demande un serveur : ici, il n’y a personne d’autre.
problem-people-taken = Ce nom est celui d’un compte. Connecte-toi ou choisis un autre nom.
problem-people-name = Un nom compte de 1 à 24 caractères visibles.
problem-people-password = Un mot de passe compte au moins 8 caractères.
problem-people-common-password = Ce mot de passe est parmi les premiers essayés. Choisis-en un autre.
problem-people-login = Ce compte n’existe pas, ou ce n’est pas son mot de passe.
problem-people-banned = L’hôte de ce serveur ne te laisse pas entrer.
problem-limits-rate = C’était un peu rapide. Attends un instant et réessaie.
problem-server-full = Ce serveur est complet pour le moment. Reviens plus tard.
problem-store-table = Cette table n’existe pas. Elle a peut-être été débarrassée.
problem-table-taken = Quelqu’un a été plus rapide : cette place est prise.
problem-table-full = Toutes les places sont prises. Tu peux regarder.
problem-table-stale = Il s’est passé quelque chose entre-temps. Regarde encore.
problem-table-back = Il n’y a rien à reprendre.
problem-table-chance = Le hasard a joué depuis ; ce qu’il a apporté reste.
problem-hint-off = À cette table, il n’y a pas de conseils.
problem-hint-slow = Le conseil prend plus de temps que d’habitude. Redemande dans un instant.
problem-table-closed = L’hôte de ce serveur a fermé cette table.

# -- accueil
lobby = Accueil
lobby-away = Le serveur est injoignable. Nous continuons d’essayer.
play-now = Jouer
play-now-bots = contre des robots
play-now-busy = on installe…
new-table = Nouvelle table
seats-range = { $from } à { $to } places
seats-count =
    { $count ->
        [one] { $count } place
       *[other] { $count } places
    }
minutes = { $count } min
continue-title = Tes tables
continue = Continuer
continue-with = { $game } avec { $names }
continue-gathering = En attente de joueurs
continue-paused = En pause
continue-running = En cours
open-table = Ouvrir
waiting-for = On attend { $names }
your-turn-brief = À toi
your-turn = À toi de jouer
plays = Au tour { DE($name) }
open-tables = Tables ouvertes
tables-people =
    { $tables ->
        [one] { $tables } table
       *[other] { $tables } tables
    }, { $people ->
        [one] { $people } personne
       *[other] { $people } personnes
    }
table-of = Table { DE($name) }
seats-taken = { $taken ->
    [one] { $taken } place prise
   *[other] { $taken } places prises
} sur { $seats }
watch = Regarder
join = Rejoindre
fewer = Moins
all-tables = Les { $count } tables
no-tables = Aucune table ouverte pour le moment. Ouvres-en une, et tout le monde la verra ici.
join-by-link = Rejoindre par lien
table-link = Lien vers une table
paste-link = Colle un lien
link-wrong = Ce n’est pas un lien vers une table. Il finit par /t/ et les lettres de la table.
scan-title = Scanne pour t’asseoir avec ton téléphone
scan-text = Deux touches jusqu’à ta place, sans compte.
qr-lobby = Code à scanner : l’adresse de cette page
share-how = Pour l’instant, seul cet ordinateur peut joindre Niwashi. Pour jouer sur les téléphones et autres appareils de ton réseau, lance-le avec « scripts/play --lan ».
footer-credits = Créés par { $designers }. Niwashi est indépendant ; tous les dessins sont originaux.

# -- une nouvelle table
game = Jeu
who-plays = Qui joue
seat-number = Place { $seat }
seat-for-person = Pour un ami
seat-for-bot = Robot : { $level }
seats-drawn = Tirer les places au sort
level-random = au hasard
level-greedy = gourmand
level-beginner = Débutant
level-casual = Amateur
level-club = Club
level-strong = Fort
level-expert = Expert
pace = Rythme
clock-none = Sans pendule
clock-turn = { $count } s par tour
clock-bank = { $count } min chacun
clock-days = { $count ->
    [one] { $count } jour par tour
   *[other] { $count } jours par tour
}
clock-turn-60 = 1 minute par tour
clock-turn-180 = 3 minutes par tour
clock-bank-900 = 15 minutes chacun
clock-days-1 = 1 jour par tour
clock-days-3 = 3 jours par tour
timeout-bot = Temps écoulé : un robot continue
timeout-lose = Temps écoulé : partie perdue
allow-take-back = On peut reprendre un coup
allow-hints = Les conseils sont permis
without-hints = Sans conseils
components-own = Boîte de l’hôte : { $name }
who-may-come = Qui peut venir
visibility-private = Ceux qui ont le lien
visibility-public = Tout le monde : l’afficher à l’accueil
start-game = Commencer la partie
open-the-table = Ouvrir la table

# -- réglages
settings-kept = Gardés dans ce navigateur, appliqués aussitôt.
theme = Lumière
theme-auto = Comme mon système
theme-light = Jour
theme-dark = Nuit
theme-to-dark = Thème de nuit
theme-to-light = Thème de jour
colour = Couleurs
colour-ink = Encre et mousse
colour-contrast = Fort contraste
motion = Mouvement
motion-auto = Comme mon système
motion-full = Animé
motion-none = Immobile
playing = En jouant
sound = Sons
sound-on = Activer les sons
sound-off = Couper les sons
sound-volume = Volume
confirm-first = Demander avant de jouer un coup
notify = Me prévenir quand c’est à moi et que je regarde ailleurs
notify-on = Me prévenir
notify-off = Ne plus me prévenir
notify-refused = Ton navigateur n’autorise pas les notifications de cette page.
keys = Touches
keys-letters = Raccourcis d’une seule lettre
keys-fixed = Les flèches se déplacent sur le plateau, 1–6 choisissent une colonne ou une carte, Tab avance.
keys-change = Dans les réglages, tu peux déplacer les touches ou désactiver les lettres.
keys-reset = Réinitialiser les touches
key-turn = Tourner la plate-bande ou la carte
key-confirm = Confirmer
key-undo = Annuler
key-hint = Conseil
key-last = Dire le dernier coup
key-since = Dire ce qui s’est passé depuis ton dernier coup
key-scores = Dire les points
key-row = Lire la rangée
key-column = Lire la colonne
key-view = Vue en plan, oui ou non
key-help = Aide
key-arrows = Se déplacer sur le plateau
key-change = { $what } : { $key }. Appuyer pour choisir une autre touche
key-press = Appuie sur une touche
key-moved = La touche est maintenant { $key }.
key-reserved = { $key } sert à se déplacer.
account = Compte
account-none = Pas besoin de compte pour jouer. Avec un compte, tu gardes tes parties sur tous tes appareils.
account-guest = Tu es ici sous le nom { DE($name) }. Crée un compte pour garder tes parties.
account-in = Tu es connecté sous le nom { DE($name) }.
account-make = Créer un compte
account-made = Bienvenue, { $name }. Tes parties sont gardées.
account-log-in = Se connecter
account-in-done = Te revoilà, { $name }.
account-out = Se déconnecter
account-out-done = Tu es déconnecté.

# -- à une table
table-loading = On dresse la table…
table-unreached = Le serveur est injoignable. Nous réessayons, et dressons la table dès qu’il répond.
table-missing = Cette table ne peut pas être montrée
table-rail = Joueurs, journal et discussion
table-others = Autres
table-parts = Parties de la table
board-missing = Ce programme ne sait pas encore dessiner ce jeu.
watching = Tu regardes
title-your-turn = ● À toi de jouer · { $game }
your-turn-call = C’est à toi de jouer.
connection-lost = Connexion perdue. Nous continuons d’essayer ; la table reste lisible.
connection-lost-short = Pas de connexion
connection-back = La connexion est revenue.
score-of = { $name } { $score }
sit-here = S’asseoir ici
sit-down = S’asseoir
stand-up = Se lever
come-in = Comment t’appeler ?
come-in-name = Ton nom à la table
come-in-text = Ni compte ni courriel. Un cookie te reconnaît sur cet appareil.
gathering-host = Ta table : { $game }
gathering-guest = Tu es invité : { $game }
gathering-open =
    { $count ->
        [one] Une place est encore libre.
       *[other] { $count } places sont encore libres.
    }
gathering-full = Tout le monde est là.
gathering-full-host = Tout le monde est là. Commence quand tu veux.
gathering-wait = L’hôte commence la partie.
seat-free = Place libre
seat-away = absent
seat-bot = Donner la place { $seat } à un robot
seat-empty = Demander à { $name } de partir
add-bot = Ajouter un robot…
invite-title = Inviter un ami
invite-text = Qui ouvre ce lien peut prendre une place libre ou regarder.
qr-table = Code à scanner : le lien vers cette table
copy = Copier
share = Partager
link-copied = Lien copié.
link-copy-yourself = Copie le lien toi-même : il est sélectionné.
take-back = Reprendre le coup
pause = Pause
resume = Reprendre
resign = Abandonner
resign-sure-two = Si tu abandonnes, l’autre joueur gagne.
resign-sure-many = Si tu abandonnes, un robot joue à ta place et tu finis dernier.
record = Télécharger la partie
replay = Revoir la partie
analyse = Analyser
open-record = Ouvrir une partie enregistrée
fair-title = Le hasard est-il honnête ?
fair-text = Cette empreinte était fixée avant que quiconque s’assoie. À la fin, la table montre de quoi elle est faite.
fair-seed = Elle est faite de :
question = Une question à tous
agree = D’accord
decline = Plutôt non
withdraw = Retirer
asks-back = { $name } voudrait reprendre un coup.
asks-pause = { $name } voudrait faire une pause.
asks-rematch = { $name } voudrait une revanche.
asks-waiting = On attend les autres.
asks-declined = { $name } préfère que non.
paused = La partie est en pause. Aucune pendule ne tourne.
replaced = Un robot joue à ta place.
take-seat-back = Reprendre ma place
winner = Gagnant
resigned = a abandonné
bot-plays = un robot joue
thinking = réfléchit…
to-act = à jouer
lag = ligne { $ms } ms
log = Journal
chat = Discussion
log-and-chat = Journal et discussion
log-empty = Il ne s’est encore rien passé.
nothing-since = Rien ne s’est passé depuis ton dernier coup.
chat-empty = Personne n’a encore rien dit.
chat-say = Dire quelque chose
chat-said = { $name } dit : { $text }
chat-unread = Non lus :
chat-unread-lines =
    { $count ->
        [one] Un nouveau message
       *[other] { $count } nouveaux messages
    }
send = Envoyer
result-you = Tu as gagné !
result-over = La partie est finie
result-winners =
    { $count ->
        [one] Victoire : { $names }
       *[other] Victoire partagée : { $names }
    }
rank = { $rank }.
rematch = Revanche

# -- lignes du journal
log-sat = { $name } s’assoit
log-bot-sat = { $name } (robot) se joint à la table
log-left = La place { $seat } est de nouveau libre
log-removed = L’hôte a libéré la place { $seat }
log-started = La partie commence
log-came = { $name } : de retour
log-went = { $name } : absence
log-called = Tout le monde est prêt ?
log-early = { $name } : trop tôt
log-beaten = { $name } : un instant trop tard
log-asked-back = { $name } : puis-je reprendre ce coup ?
log-asked-pause = { $name } : une pause ?
log-asked-rematch = { $name } : une revanche ?
log-agreed = { $name } : d’accord
log-declined = { $name } : plutôt non
log-paused = Pause
log-resumed = { $name } : on continue
log-ended = La partie est finie
log-back = Coup repris
log-bot = { $name } : un robot prend la place
log-person = { $name } : de nouveau aux commandes
log-resign = { $name } : abandon

# -- at one device, at a real table
turn-of = { $name }, c’est à toi.
pass-device = Passe l’appareil à { $name }
hand-over = Sur un appareil partagé, attendre qu’il soit passé au joueur suivant
score-sheet = Feuille de score
