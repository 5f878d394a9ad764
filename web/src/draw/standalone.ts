/** A drawing of the page as a file of its own: styles become attributes, and what it refers to comes with it. */

const SVG = 'http://www.w3.org/2000/svg'

/** What the drawings are styled with. Each is written where it differs from what an element would have anyway. */
const INHERITED = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-dasharray',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
  'font-variant-numeric',
  'letter-spacing',
  'text-anchor',
]
const OWN: Record<string, string> = { opacity: '1', filter: 'none', 'vector-effect': 'none' }

/** The drawing in the page, as text. Colours are those that it has there. */
export function standalone(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  inlineStyles(drawing, copy, null)
  copy.setAttribute('xmlns', SVG)
  copy.prepend(definitionsOf(copy, drawing))
  return new XMLSerializer().serializeToString(copy)
}

function inlineStyles(from: Element, to: Element, parent: CSSStyleDeclaration | null): void {
  const style = getComputedStyle(from)
  for (const name of INHERITED) {
    const value = style.getPropertyValue(name)
    if (parent ? value !== parent.getPropertyValue(name) : value) to.setAttribute(name, value)
    else to.removeAttribute(name)
  }
  for (const [name, usual] of Object.entries(OWN)) {
    const value = style.getPropertyValue(name)
    if (value && value !== usual) to.setAttribute(name, value)
    else to.removeAttribute(name)
  }
  for (const { name } of [...to.attributes])
    if (/^(class|style|aria-|data-|tabindex|role)/.test(name)) to.removeAttribute(name)
  ;[...from.children].forEach((child, place) => inlineStyles(child, to.children[place]!, style))
}

/** Symbols, patterns and gradients of the page that the drawing uses, and what those use in turn. */
function definitionsOf(copy: Element, drawing: Element): Element {
  const defs = document.createElementNS(SVG, 'defs')
  const wanted = namesIn(copy)
  for (const id of wanted) {
    if (copy.querySelector(`[id="${id}"]`)) continue
    const found = document.getElementById(id)?.cloneNode(true) as Element | undefined
    if (!found) continue
    resolveVariables(found, getComputedStyle(drawing))
    defs.append(found)
    for (const name of namesIn(found)) wanted.add(name)
  }
  return defs
}

/** Names that an element or what is in it refers to. A set that grows while it is walked is walked to its end. */
function namesIn(root: Element): Set<string> {
  const found = new Set<string>()
  for (const element of [root, ...root.querySelectorAll('*')])
    for (const { name, value } of element.attributes) {
      if (name === 'href' && value.startsWith('#')) found.add(value.slice(1))
      for (const [, id] of value.matchAll(/url\(["']?#([^"')]+)/g)) found.add(id!)
    }
  return found
}

/** The art of symbols has its colours written out, save where a theme has its say. */
function resolveVariables(root: Element, style: CSSStyleDeclaration): void {
  for (const element of [root, ...root.querySelectorAll('*')])
    for (const attribute of [...element.attributes])
      if (attribute.value.includes('var('))
        attribute.value = attribute.value.replace(/var\((--[\w-]+)\)/g, (_, name: string) =>
          style.getPropertyValue(name),
        )
}

/** With the font in the file; without it where that cannot be had, since every font has one that stands in for it. */
export async function embedFont(svg: string, family: string, address: string): Promise<string> {
  try {
    const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer())
    const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    const face = `@font-face{font-family:'${family}';src:url(data:font/woff2;base64,${text})}`
    return svg.replace(/<defs>|<defs [^>]*>/, (defs) => `${defs}<style>${face}</style>`)
  } catch {
    return svg
  }
}

/** The same as pixels. The SVG must have its width and height. */
export async function drawPng(svg: string, width: number, height: number): Promise<Blob> {
  const image = new Image(width, height)
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  )
}
