/** Edo Yashiki's box: the faces of its building cards. */

import { confirmEntry, type BoxClient } from '../../box'
import Form from './Form.svelte'
import type { EdoBox } from './file'

const client: BoxClient<EdoBox> = {
  Form,
  confirmed: (file) => ({ ...file, cards: file.cards.map(confirmEntry) }),
}

export default client
