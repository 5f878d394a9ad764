# -- le matériel d’une table : celui fourni, ou la boîte de l’hôte
components = Matériel
components-sentence = Toutes les pièces et cartes des jeux imprimés ne sont pas publiques ; nous avons reconstitué le reste. Si tu possèdes la boîte, tu peux jouer avec son vrai contenu.
components-usual = Reconstitution (fournie)
components-mine = Ma boîte…
box-choose = Choisir un fichier (TOML)
box-write = Compter ma boîte dans un formulaire
box-remove = Retirer le fichier
box-needed = Choisis le fichier de ta boîte ou remplis le formulaire.
box-accepted = La partie se joue avec ta boîte « { $name } ».
box-assumed = Entrées supposées : { $assumed } sur { $entries }.
box-is-shipped = C’est le matériel fourni.
box-too-large = { $file } dépasse 64 Kio. Un tel fichier fait quelques kilo-octets.
box-wrong = Ce fichier est inutilisable : { $sentence }
box-wrong-game = Ce fichier est celui d’un autre jeu.
box-wrong-name = Il faut à ta boîte un nom de 60 caractères au plus.
box-wrong-toml = { $line ->
    [0] Ce n’est pas un fichier TOML.
   *[other] Ce n’est pas un fichier TOML : la ligne { $line } est illisible.
}
box-wrong-unknown = Le fichier contient « { $section } », qui n’a rien à y faire.
box-wrong-section = Il manque au fichier la section « { $section } ».
box-wrong-entry = « { $entry } », dans la section « { $section } », est inconnu.
box-wrong-number = { $entry } : il faut un nombre entier de { $low } à { $high }.
box-wrong-file = Le fichier dépasse 64 Kio. Un tel fichier fait quelques kilo-octets.

# -- le formulaire
own-box = Ta propre boîte
box-title = Ta boîte { DE($game) }
box-intro = Inscris le contenu de ta boîte. On part de la reconstitution fournie ; change ce qui diffère. Le serveur dit si le compte est bon.
box-answer = Ton fichier
box-name = Nom de ta boîte
box-own-name = Ma boîte
box-ready = Le compte est bon.
box-not-yet = Le compte n’y est pas encore.
box-play = Ouvrir une table avec
box-download = Télécharger le fichier
box-confirm = Tout le reste est juste aussi
box-start-over = Tout recommencer
box-started-over = Tout est de nouveau comme fourni.
box-kept = Ce navigateur le garde pendant que tu écris. L’enregistrement de tes parties contient toute la boîte.
box-no-form = Il n’y a pas de formulaire pour ce jeu.
box-mark-assumed = supposé par nous
box-mark-known = imprimé ou rapporté
box-mark-own = de ta boîte
box-said-assumed = supposé
box-said-known = imprimé ou rapporté
box-said-own = de ta boîte
box-entry = { $what }, { $source }
