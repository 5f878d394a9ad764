// Finding words in the rules: without regard to case, accents and width, as one types.

export interface Piece {
  text: string
  hit: boolean
}

/** A letter as it is compared. Only Latin accents go: が and か are different letters. */
const plain = (letter: string): string =>
  letter
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()

const folded = (text: string): string => [...text].map(plain).join('')

/** What was typed, as words that all have to be found. */
export const wordsIn = (typed: string): string[] => folded(typed).split(/\s+/).filter(Boolean)

export function isFound(text: string, words: readonly string[]): boolean {
  const where = folded(text)
  return words.every((word) => where.includes(word))
}

/** The text in pieces, those that were looked for marked. */
export function pieces(text: string, words: readonly string[]): Piece[] {
  const letters = [...text]
  const from = letters.flatMap((letter, number) => [...plain(letter)].map(() => number))
  const where = [...letters.map(plain).join('')]
  const marked = new Set<number>()
  for (const word of words) {
    const length = [...word].length
    for (let at = 0; at + length <= where.length; at++) {
      if (where.slice(at, at + length).join('') !== word) continue
      for (let n = at; n < at + length; n++) marked.add(from[n] ?? -1)
    }
  }
  const found: Piece[] = []
  letters.forEach((letter, number) => {
    const hit = marked.has(number)
    const last = found.at(-1)
    if (last?.hit === hit) last.text += letter
    else found.push({ text: letter, hit })
  })
  return found
}
