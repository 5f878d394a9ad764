# Conseils : suggestions et raisons. Les clés des raisons et de l’origine des points sont celles du serveur.

## raisons
reason-scores = Rapporte { $after } tout de suite, et non { $other }

## d’où viennent les points
through-at-once = tout de suite
through-rival = points du meilleur adversaire
through-all = en tout

## un conseil
hint-thinking = Réflexion en cours…
hint-none = Aucune raison ne le distingue à elle seule.
hint-only = Rien d’autre n’est possible.
hint-value = Gagne { NUMBER($chance, style: "percent", maximumFractionDigits: 0) } de telles parties, { NUMBER($margin, signDisplay: "always", maximumFractionDigits: 1) } sur le meilleur adversaire
hint-tempting = { $action } rapporterait { $gain } tout de suite, mais { NUMBER($behind, maximumFractionDigits: 1) } de moins à la fin.
hint-worth = { NUMBER($points, signDisplay: "always", maximumFractionDigits: 1) } · { $through }
hint-said = Conseil : { $action }, rapporte { $points }. { $why }
hint-close = Ranger le conseil
