/** What the hand would score, for those who draw it elsewhere: the score track. One table a page. */
export const preview = $state<{ points: number | null }>({ points: null })
