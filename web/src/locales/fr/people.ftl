# -- les noms
name-cut = Un nom a au plus { $count } caractères ; le reste a été coupé.
name-use = Prendre ce nom
name-changed = Tu t’appelles maintenant { $name }.
name-yours = Ton nom, tel que les autres le voient
gathering-invited = { $name } t’invite à { $game }
rematch-go = À la revanche

# -- ses propres parties
games-sum =
    { $count ->
        [one] Une partie finie
       *[other] { $count } parties finies
    }, { $won ->
        [one] { $won } gagnée
       *[other] { $won } gagnées
    }
games-search = Chercher un nom
games-all = Tous les jeux
games-running = En cours
games-finished = Finies
games-none = Rien de joué pour l’instant
games-none-text = Chaque partie que tu finis est ici, avec sa relecture et son analyse.
games-not-found = Aucune partie finie ne correspond.
games-more = En voir plus
games-won = Gagnée
games-tied = Victoire partagée
games-place = Place { $place } sur { $seats }
games-shared = Sur un seul appareil
games-analysed = L’analyse est prête.
games-kept-guest = Seul ce navigateur sait que ces parties sont les tiennes. Avec un compte, tu les retrouves sur tous tes appareils.

# -- le jardin du jour
daily-title = Le jardin du jour
daily-text = { $names } ont joué à { $game } ce matin : { $scores } à la fin. Regarde-le pousser, ou trouve un meilleur coup.
daily-watch = Le voir pousser
daily-picture = La fin de la partie du jour
daily-soon = Deux robots jouent encore le jardin du jour…

# -- le caractère des robots
bot-yui = Son premier jardin. Tout l’enchante.
bot-nico = Plante ce qui est joli.
bot-emi = Demande conseil aux grenouilles.
bot-poldi = Oublie de compter, et tant pis.
bot-hana = Joue pour le plaisir.
bot-kenji = Ne résiste pas à un érable.
bot-otto = Plante lentement, rit vite.
bot-lise = Fredonne en ratissant.
bot-sora = Regarde le ciel, et ton score.
bot-clara = Tient ses massifs au cordeau.
bot-jun = Se souvient de la partie de jeudi.
bot-tomo = Te laisse toujours le deuxième choix.
bot-ren = Ne fait aucun cadeau.
bot-akiko = Calcule deux manches à l’avance.
bot-bruno = Bâtit haut, et attend.
bot-shiori = Voit la faille que tu as laissée.
bot-enshu = Emprunte ton paysage pour son jardin.
bot-soseki = Pense aussi longtemps qu’une pierre.
bot-sesshu = Un seul trait, sans retouche.
bot-zenami = Ratisse ce gravier depuis des siècles.
components-shipped = Matériel : { $name } (en partie supposé)

# -- le compte
account-password = Changer de mot de passe
password-old = Mot de passe actuel
password-new = Nouveau mot de passe
account-password-done = Ton mot de passe est changé, et tous les autres appareils sont déconnectés.
account-out-elsewhere = Déconnecter tous les autres appareils
account-out-elsewhere-done = Tous les autres appareils sont déconnectés.
games-export = Exporter toutes les parties
games-import = Importer des parties
games-imported = { $count ->
    [0] Aucune nouvelle partie dans ce fichier.
    [one] Une partie ajoutée.
   *[other] { $count } parties ajoutées.
}
games-unfinished = { $count ->
    [one] Une partie du fichier n’est pas terminée. Ouvre-la sous « Revoir la partie » pour la continuer.
   *[other] { $count } parties du fichier ne sont pas terminées. Ouvres-en une sous « Revoir la partie » pour la continuer.
}
games-damaged = Endommagées dans le stockage de ce navigateur, et absentes du fichier : { $games }
