/** Miyabi's box: how many tiles show which object, what the bonus tiles are worth, and the Zen tiles. */

import { confirmEntry, type BoxClient } from '../../box'
import Form from './Form.svelte'
import { SECTIONS, type MiyabiBox, type Numbered } from './file'

const confirmAll = (entries: Record<string, Numbered>): Record<string, Numbered> =>
  Object.fromEntries(Object.entries(entries).map(([key, entry]) => [key, confirmEntry(entry)]))

const client: BoxClient<MiyabiBox> = {
  Form,
  confirmed: (file) => ({
    ...file,
    ...Object.fromEntries(SECTIONS.map((section) => [section, confirmAll(file[section])])),
  }),
}

export default client
