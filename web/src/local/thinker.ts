// The worker that thinks: bots, hints and reviews, so that the tables stay responsive meanwhile.
import type { FromThinker, ToThinker } from './messages'
import { startPython } from './python'

/** niwashi.site.browser.main */
interface Main {
  think: (job: string) => string
}

let main: Promise<Main> | null = null

const sentenceOf = (error: unknown): string => String(error).trim().split('\n').at(-1) ?? ''
const broken = (error: unknown): FromThinker => ({ from: 'broken', sentence: sentenceOf(error) })

async function answer(message: Extract<ToThinker, { to: 'think' }>): Promise<FromThinker> {
  try {
    const python = await main
    return { from: 'thought', id: message.id, text: python!.think(message.job) }
  } catch (error) {
    const stopped = (error as { pyodide_fatal_error?: boolean }).pyodide_fatal_error
    return stopped ? broken(error) : { from: 'failed', id: message.id, sentence: sentenceOf(error) }
  }
}

addEventListener('message', ({ data }: MessageEvent<ToThinker>) => {
  if (data.to === 'start') {
    main = startPython<Main>(data.base, data.parts)
    main.catch((error: unknown) => postMessage(broken(error)))
  } else void answer(data).then((message) => postMessage(message))
})
