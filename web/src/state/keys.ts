// Which key does what. Commands have names; people may move them, and turn single letters off.
import { hasPart } from '$/games'
import { cardOf, shownGames, type GameKey } from '$/games/options'

const SHELL: GameKey[] = [
  { id: 'turn', key: 'r', label: 'key-turn' },
  { id: 'confirm', key: 'Enter', label: 'key-confirm' },
  { id: 'undo', key: 'Escape', label: 'key-undo' },
  { id: 'hint', key: 'h', label: 'key-hint' },
  { id: 'last', key: 'l', label: 'key-last' },
  { id: 'since', key: 'n', label: 'key-since' },
  { id: 'scores', key: 's', label: 'key-scores' },
  { id: 'row', key: 'x', label: 'key-row', reads: true },
  { id: 'column', key: 'y', label: 'key-column', reads: true },
  { id: 'view', key: 'v', label: 'key-view' },
  { id: 'help', key: '?', label: 'key-help' },
]

/** The shell's commands and a game's own; a board that cannot be read out has none that read it. */
export const commandsOf = (game: string): GameKey[] =>
  [...SHELL, ...(cardOf(game)?.keys ?? [])].filter(({ reads }) => !reads || hasPart(game, 'reading'))

/** The game says what it gives. */
export const isRead = (id: string | null, game: string): boolean =>
  commandsOf(game).some((command) => command.id === id && command.reads)

/** Those of the shell and of all games. */
export const allCommands = (): GameKey[] => [...SHELL, ...shownGames().flatMap((game) => cardOf(game)?.keys ?? [])]

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

export const keyOf = (command: GameKey, moved: Record<string, string>): string => moved[command.id] ?? command.key

export interface KeyPress {
  key: string
  ctrlKey: boolean
  altKey: boolean
  metaKey: boolean
  target: EventTarget | null
}

/** The command that a key press means, at a board also the game's; null where it means none, or somebody is typing. */
export function commandOf(event: KeyPress, moved: Record<string, string>, letters: boolean, game = ''): string | null {
  if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return null
  const key = isLetter(event.key) ? event.key.toLowerCase() : event.key
  if (isLetter(key) && !letters) return null
  return commandsOf(game).find((command) => keyOf(command, moved) === key)?.id ?? null
}

function isTyping(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null
  const tag = element?.tagName
  return tag === 'INPUT' || tag === 'TEXTAREA' || tag === 'SELECT' || element?.isContentEditable === true
}

/** Moves a command to a key; whoever had that key gets the old one. Null where the key is not to be had. */
export function moveCommand(id: string, pressed: string, moved: Record<string, string>): Record<string, string> | null {
  const key = isLetter(pressed) ? pressed.toLowerCase() : pressed
  const commands = allCommands()
  const command = commands.find((one) => one.id === id)
  if (!command || RESERVED.includes(key)) return null
  const other = commands.find((one) => one.id !== id && keyOf(one, moved) === key)
  const swapped = other ? { [other.id]: keyOf(command, moved) } : {}
  return { ...moved, [id]: key, ...swapped }
}
