/** Paper is white, whatever the screen is. For as long as a page that is made for printing is shown. */
export function useLightThemeForPrint(): () => void {
  const root = document.documentElement
  let theme: string | undefined
  const before = (): void => {
    theme = root.dataset.theme
    root.dataset.theme = 'light'
  }
  const after = (): void => {
    if (theme) root.dataset.theme = theme
  }
  addEventListener('beforeprint', before)
  addEventListener('afterprint', after)
  return () => {
    removeEventListener('beforeprint', before)
    removeEventListener('afterprint', after)
  }
}
