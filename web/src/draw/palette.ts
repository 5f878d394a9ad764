/** Colours that drawings share; games have more in their folders. Tests compare them for four kinds of sight. */

export const INK = '#22262B'
export const PAPER = '#F7F2E6'
export const VERMILION = '#B33A1B'

/** Seats 0 to 4: indigo, persimmon, wisteria, jade, ochre. Persimmon is light enough not to pass for vermilion. */
export const SEAT_COLOURS = ['#203453', '#D9722B', '#8C60CA', '#1DA58B', '#F3D639'] as const
