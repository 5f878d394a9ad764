// What went wrong, in words: ours where we have them for the server's code, else the server's own sentence.
import { has, t } from '$/i18n/language.svelte'

interface ErrorLike {
  code?: string
  sentence?: string
  about?: Record<string, number | string>
}

/** problem-people-taken for people/taken. */
const keyFor = (code: string): string => `problem-${code.replaceAll('/', '-')}`

export function problemText(error: unknown): string {
  const { code, sentence, about } = (error ?? {}) as ErrorLike
  if (code && has(keyFor(code))) return t(keyFor(code), about)
  return sentence ? t('problem-said', { sentence }) : t('problem-unknown')
}
