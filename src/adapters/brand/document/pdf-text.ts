import type { FontFinding, TextFinding } from '../../../domain/templates/brand-findings.ts'
import { fontOf } from '../font-name.ts'
import type { PdfPage } from './pdf-pages.ts'

/** A line of a page: points, from the bottom of the page. */
export type PdfLine = { readonly text: string; readonly size: number; readonly y: number; readonly font: string }

const most = { lines: 3_000, characters: 500 }
/** Compared with the size of the body text. */
const headingSize = 1.25

type Item = {
  readonly str: string
  readonly transform: readonly number[]
  readonly fontName: string
  readonly hasEOL: boolean
}
const isItem = (item: object): item is Item => 'str' in item

/** The lines of a page in their order, empty ones left out. */
export const linesOf = async (page: PdfPage): Promise<readonly PdfLine[]> => {
  const { items } = await page.getTextContent()
  const lines: PdfLine[] = []
  let line: PdfLine | undefined
  const end = (): void => {
    if (line && line.text.trim() !== '' && lines.length < most.lines) lines.push(line)
    line = undefined
  }
  for (const item of items) {
    if (!isItem(item)) continue
    const [, , c = 0, d = 0, , y = 0] = item.transform
    const size = Math.round(Math.hypot(c, d) * 10) / 10
    if (line && (Math.abs(line.y - y) > size / 2 || (item.str.trim() !== '' && line.size !== size))) end()
    if (line === undefined) line = { text: item.str, size, y, font: item.fontName }
    else if (line.text.length < most.characters) line = { ...line, text: line.text + item.str }
    if (item.hasEOL) end()
  }
  end()
  return lines
}

/** The size that most characters have. */
export const bodySizeOf = (lines: readonly PdfLine[]): number => {
  const counts = new Map<number, number>()
  for (const { size, text } of lines) counts.set(size, (counts.get(size) ?? 0) + text.length)
  const [[size] = [12]] = [...counts].sort(([a, x], [b, y]) => y - x || a - b)
  return size
}

/** Lines of one page as headlines and paragraphs: lines of one size that follow each other closely belong together. */
export const textsOf = (lines: readonly PdfLine[], bodySize: number): readonly TextFinding[] => {
  const texts: TextFinding[] = []
  let last: PdfLine | undefined
  for (const line of lines) {
    const kind = line.size >= bodySize * headingSize ? 'headline' : 'text'
    const before = texts.at(-1)
    const isNext = last && last.size === line.size && last.y > line.y && last.y - line.y < line.size * 1.7
    if (isNext && before?.kind === kind && before.text.length < 600)
      texts[texts.length - 1] = { kind, text: `${before.text} ${line.text}` }
    else texts.push({ kind, text: line.text })
    last = line
  }
  return texts
}

/** The fonts of lines by the number of their characters; `nameOf`: the PostScript name of a font of the page. */
export const fontsOf = (
  lines: readonly PdfLine[],
  nameOf: (font: string) => string | undefined,
  bodySize: number,
): readonly FontFinding[] =>
  lines.flatMap(({ font, text, size }) => {
    const name = nameOf(font)
    if (name === undefined) return []
    const role = size >= bodySize * headingSize ? ('heading' as const) : ('body' as const)
    const found = fontOf(name)
    return found.family === '' ? [] : [{ ...found, use: text.length, role }]
  })
