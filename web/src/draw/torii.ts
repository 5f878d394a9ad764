import { INK, VERMILION } from './palette'

/** The goal of a score track. 40×52, its feet at the bottom edge. */
export const TORII = `<g stroke="${INK}" stroke-width="1.5" stroke-linejoin="round" fill="${VERMILION}"><path d="M9 52L11 14H15L14 52ZM31 52L29 14H25L26 52Z"/><path d="M7 18H33V22.500H7Z"/><path d="M1 3Q20 8.5 39 3L37 11Q20 14.5 3 11Z"/></g>`
