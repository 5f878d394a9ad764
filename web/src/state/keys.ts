// Which key does what. Commands have names; people may move them, and turn single letters off.
export interface Command {
  id: string
  /** As KeyboardEvent.key has it; letters small. */
  key: string
  /** The message that says what it does. */
  label: string
}

export const COMMANDS: Command[] = [
  { id: 'turn', key: 'r', label: 'key-turn' },
  { id: 'confirm', key: 'Enter', label: 'key-confirm' },
  { id: 'undo', key: 'Escape', label: 'key-undo' },
  { id: 'hint', key: 'h', label: 'key-hint' },
  { id: 'last', key: 'l', label: 'key-last' },
  { id: 'scores', key: 's', label: 'key-scores' },
  { id: 'view', key: 'v', label: 'key-view' },
  { id: 'stack', key: 'i', label: 'key-stack' },
  { id: 'help', key: '?', label: 'key-help' },
]

/** These move the focus or type; nobody may put a command on them. */
const RESERVED = [
  'Tab',
  ' ',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
]

export const isLetter = (key: string): boolean => [...key].length === 1

export const keyOf = (command: Command, moved: Record<string, string>): string => moved[command.id] ?? command.key

export interface KeyPress {
  key: string
  ctrlKey: boolean
  altKey: boolean
  metaKey: boolean
  target: EventTarget | null
}

/** The command that a key press means; null where it means none, or somebody is typing. */
export function commandOf(event: KeyPress, moved: Record<string, string>, letters: boolean): string | null {
  if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return null
  const key = isLetter(event.key) ? event.key.toLowerCase() : event.key
  if (isLetter(key) && !letters) return null
  return COMMANDS.find((command) => keyOf(command, moved) === key)?.id ?? null
}

function isTyping(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null
  const tag = element?.tagName
  return tag === 'INPUT' || tag === 'TEXTAREA' || tag === 'SELECT' || element?.isContentEditable === true
}

/** Moves a command to a key; whoever had that key gets the old one. Null where the key is not to be had. */
export function moveCommand(id: string, pressed: string, moved: Record<string, string>): Record<string, string> | null {
  const key = isLetter(pressed) ? pressed.toLowerCase() : pressed
  const command = COMMANDS.find((one) => one.id === id)
  if (!command || RESERVED.includes(key)) return null
  const other = COMMANDS.find((one) => one.id !== id && keyOf(one, moved) === key)
  const swapped = other ? { [other.id]: keyOf(command, moved) } : {}
  return { ...moved, [id]: key, ...swapped }
}
