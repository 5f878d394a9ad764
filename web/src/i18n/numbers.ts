// Numbers that Fluent's own NUMBER does not write: shares as percent, and points with their sign.
import { language } from './language.svelte'

export const formatPercent = (share: number): string =>
  new Intl.NumberFormat(language(), { style: 'percent' }).format(share)

/** “+3.4”, “−1”, “0”. */
export const formatSigned = (number: number, digits = 1): string =>
  new Intl.NumberFormat(language(), { maximumFractionDigits: digits, signDisplay: 'exceptZero' }).format(number)

export const formatNumber = (number: number, digits = 1): string =>
  new Intl.NumberFormat(language(), { maximumFractionDigits: digits }).format(number)
