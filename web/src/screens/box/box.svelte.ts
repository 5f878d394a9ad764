// One's own box, being written down: what has been entered, and what the server says about it. Kept in this browser.
import type { BoxClient, BoxFile } from '$/games/box'
import { isPlayable } from '$/games/box'
import { t } from '$/i18n/language.svelte'
import { problemText } from '$/shell/problems'
import { load, save } from '$/state/storage'
import { api } from '$/sync/api'
import type { CheckedComponents } from '$/wire/types'

/** Milliseconds after the last change until it is checked. */
const CHECK_DELAY_MS = 350

const place = (game: string): string => `niwashi.box.${game}`

export class BoxModel {
  file = $state.raw<BoxFile>({ game: '', name: '' })
  checked = $state.raw<CheckedComponents | null>(null)
  problem = $state('')
  /** What was entered last has not been answered yet. */
  checking = $state(true)
  #timer: ReturnType<typeof setTimeout> | undefined
  #asked = 0

  constructor(
    readonly game: string,
    readonly client: BoxClient,
    readonly shipped: CheckedComponents,
  ) {
    this.file = this.#kept() ?? this.#fresh()
    this.#check()
  }

  #fresh(): BoxFile {
    return { ...(this.shipped.file as BoxFile), name: t('box-own-name') }
  }

  #kept(): BoxFile | null {
    try {
      const found = JSON.parse(load(place(this.game)) ?? 'null') as BoxFile | null
      const sections = Object.keys(this.shipped.file ?? {})
      return found?.game === this.game && sections.every((section) => section in found) ? found : null
    } catch {
      return null
    }
  }

  change = (next: BoxFile): void => {
    this.file = next
    save(place(this.game), JSON.stringify(next))
    this.checking = true
    this.#asked++ // an answer that is still on its way is about something else
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#check(), CHECK_DELAY_MS)
  }

  /** Everything that has not been touched is as it is in the box, too. */
  confirm = (): void => this.change(this.client.confirmed(this.file) as BoxFile)

  startOver = (): void => {
    this.change(this.#fresh())
    save(place(this.game), null)
  }

  /** What was entered has been checked and can be played with. */
  get ready(): boolean {
    return !this.checking && isPlayable(this.checked)
  }

  /** Only the newest question's answer counts. */
  #check(): void {
    const asked = ++this.#asked
    api.checkComponents(this.game, this.file).then(
      (checked) => {
        if (asked !== this.#asked) return
        this.checked = checked
        this.checking = false
        this.problem = ''
      },
      (error: unknown) => {
        if (asked === this.#asked) this.problem = problemText(error)
      },
    )
  }

  close = (): void => clearTimeout(this.#timer)
}
