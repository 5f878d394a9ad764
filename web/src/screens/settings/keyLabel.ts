// How a key is written on its cap.
const CAPS: Record<string, string> = { Enter: '↵', Escape: 'Esc', Backspace: '⌫', Delete: 'Del' }

export const keyLabel = (key: string): string => CAPS[key] ?? ([...key].length === 1 ? key.toUpperCase() : key)
