// What passes between the page and the worker with the tables.

export type ToWorker =
  | { to: 'start'; base: string; parts: string; name: string }
  | { to: 'request'; id: number; method: string; path: string; body: string }
  | { to: 'open'; line: number; table: string; since: number }
  | { to: 'say'; line: number; text: string }
  | { to: 'close'; line: number }

export type FromWorker =
  | { from: 'ready' }
  | { from: 'failed'; fault: Fault }
  | { from: 'answer'; id: number; status: number; text: string }
  | { from: 'line'; line: number; text: string }
  | { from: 'closed'; line: number; code: number }

/** Why there is no garden: what is damaged or missing. */
export interface Fault {
  code: 'site/part' | 'site/start' | 'site/secure'
  sentence: string
  about?: { file: string }
}

/** Between the worker with the tables and the one that thinks. */
export type ToThinker = { to: 'start'; base: string; parts: string } | { to: 'think'; id: number; job: string }
export type FromThinker =
  | { from: 'thought'; id: number; text: string }
  | { from: 'failed'; id: number; sentence: string }
  /** Python has not started, or has stopped for good. */
  | { from: 'broken'; sentence: string }
