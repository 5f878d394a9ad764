// A few characters as outlines, cut from Shippori Mincho (OFL), so that no Japanese font is loaded for them alone.
// Each is 100 units wide and high; they are pictures, since scripts would weigh more.
import nihongo from './nihongo.svg'
import niwashi from './niwashi.svg'

export interface Kanji {
  text: string
  /** The address of its outline. */
  picture: string
}

export const KANJI: Record<string, Kanji> = {
  niwashi: { text: '庭師', picture: niwashi },
  nihongo: { text: '日本語', picture: nihongo },
}
