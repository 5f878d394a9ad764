// The ways to look at a game's rules, as the last part of their address says.
export const VIEWS = ['rules', 'card', 'box'] as const
export type View = (typeof VIEWS)[number]

/** `#/rules/<game>/card` is the card; anything else is a place in the rules. */
export const viewAt = (place: string | null): View => VIEWS.find((view) => view === place) ?? 'rules'
