import type { MissingGlyphs } from '../../ports/renderer.ts'

/**
 * Finds texts that a page shows with characters that no font has, neither one of the page nor one of the renderer: the browser draws
 * them as it draws a character that does not exist. That is exact also where an ad brings a font of icons.
 * It must be self-contained: it is sent to the page as text.
 */
export const findMissingGlyphs = (): readonly MissingGlyphs[] => {
  const most = { texts: 5, characters: 10, length: 80, read: 50_000, drawn: 1_000, elements: 2_000 }
  /** Latin, which the fonts of the renderer have, is not drawn; what is never seen by itself is not, either. */
  const unseen = /[\0-\u024f\p{White_Space}\p{Default_Ignorable_Code_Point}\p{M}]/u
  /** Assigned to nothing, so no font has it. */
  const nonexistent = '\u{50005}'
  const [size, side] = [20, 48]
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  if (drawing === null) return []
  const pixelsOf = (font: string, character: string): string => {
    drawing.clearRect(0, 0, side, side)
    drawing.font = font
    drawing.fillText(character, size / 2, side - size / 2)
    return String(new Uint32Array(drawing.getImageData(0, 0, side, side).data.buffer))
  }
  let drawn = 0
  const known = new Map<string, boolean>()
  const isMissing = (font: string, character: string): boolean => {
    const key = `${character} ${font}`
    const found = known.get(key)
    if (found !== undefined || ++drawn > most.drawn) return found ?? false
    const missing = pixelsOf(font, character) === pixelsOf(font, nonexistent)
    known.set(key, missing)
    return missing
  }

  const missing: MissingGlyphs[] = []
  let read = 0
  const isFull = () => missing.length >= most.texts || read >= most.read
  const look = (text: string, element: Element, part?: string) => {
    read += text.length
    const candidates = [...new Set(text.slice(0, most.read))].filter(character => !unseen.test(character))
    if (candidates.length === 0 || !element.checkVisibility({ visibilityProperty: true })) return
    const { fontStyle, fontWeight, fontFamily } = getComputedStyle(element, part)
    const font = `${fontStyle} ${fontWeight} ${size}px ${fontFamily}`
    const characters = candidates.filter(character => isMissing(font, character)).slice(0, most.characters)
    if (characters.length === 0) return
    missing.push({ text: text.replace(/\s+/g, ' ').trim().slice(0, most.length), characters: characters.join('') })
  }
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT)
  while (!isFull() && walker.nextNode()) {
    const { nodeValue, parentElement } = walker.currentNode
    if (parentElement) look(nodeValue ?? '', parentElement)
  }
  /** What a style writes before or after an element: its texts, and attributes of the element. */
  const written = (content: string, element: Element): string => {
    let text = ''
    for (let at = 0; at < content.length; at++) {
      if (content[at] === '"') {
        for (at++; at < content.length && content[at] !== '"'; at++) {
          if (content[at] === '\\') at++
          text += content[at] ?? ''
        }
      } else if (content.startsWith('attr(', at)) {
        const end = content.indexOf(')', at)
        if (end < 0) break
        text += element.getAttribute(content.slice(at + 5, end).trim()) ?? ''
        at = end
      }
    }
    return text
  }
  const elements = document.querySelectorAll('body *')
  for (let i = 0; i < Math.min(elements.length, most.elements) && !isFull(); i++)
    for (const part of ['::before', '::after']) {
      const { content, display } = getComputedStyle(elements[i]!, part)
      if (display !== 'none' && content.length > 2) look(written(content, elements[i]!), elements[i]!, part)
    }
  return missing
}
