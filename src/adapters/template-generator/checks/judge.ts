import { type Finding, quoted } from '../../../domain/templates/finding.ts'
import type { TemplateSize } from '../../../domain/templates/size.ts'
import type { PageContent, Place, ShownText } from '../../../ports/renderer.ts'
import type { Unreadable } from './contrast.ts'

/** Pixels; letters below it cannot be read. */
const leastLetters = 8
/** A text that ends with dots must show at least so many times the size of its letters. */
const leastShown = 3.5
/** Pixels by which something may exceed the ad, or texts each other, unseen. */
const tolerance = 1.5

const withElement = (element: number | undefined) => (element === undefined ? {} : { element })

const cutOf = ({ text, cut, lines, size, element }: ShownText): readonly Finding[] => {
  const found = (detail: string): readonly Finding[] => [{ code: 'text-cut', detail, ...withElement(element) }]
  const widest = Math.max(0, ...lines.map(({ width }) => width))
  switch (cut) {
    case 'no':
      return []
    case 'covered':
      return found(`The text ${quoted(text)} is covered by something else.`)
    case 'clipped':
      return found(`The text ${quoted(text)} is cut off; give it room, or let it end with dots.`)
    case 'ellipsis':
      return widest >= size * leastShown ? [] : found(`Of the text ${quoted(text)} only a few letters can be seen.`)
  }
}

const areOver = (a: Place, b: Place): boolean =>
  Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > tolerance &&
  Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > tolerance

const overlapsOf = (texts: readonly ShownText[]): readonly Finding[] => {
  const few = texts.slice(0, 60)
  return few.flatMap((a, i) =>
    few.slice(i + 1).flatMap((b): readonly Finding[] =>
      a.element !== b.element && a.lines.some(line => b.lines.some(other => areOver(line, other)))
        ? [
            {
              code: 'texts-overlap',
              detail: `The texts ${quoted(a.text)} and ${quoted(b.text)} overlap.`,
              ...withElement(b.element),
            },
          ]
        : [],
    ),
  )
}

/** What is wrong with what a page shows at a size (TEMPLATE-19); colors are judged apart. */
export const judge = (content: PageContent, { width, height }: TemplateSize): readonly Finding[] => {
  const { texts, pictures } = content
  const isTooLarge = content.width > width + tolerance || content.height > height + tolerance
  return [
    ...(isTooLarge
      ? [
          {
            code: 'outside-ad' as const,
            detail: `The page needs ${content.width}x${content.height} pixels; the ad has ${width}x${height}.`,
          },
        ]
      : []),
    ...pictures.flatMap(({ x, y, element, loaded, ...picture }): readonly Finding[] => {
      const isInside =
        x >= -tolerance &&
        y >= -tolerance &&
        x + picture.width <= width + tolerance &&
        y + picture.height <= height + tolerance
      if (!isInside) return [{ code: 'outside-ad', detail: 'A picture exceeds the ad.', ...withElement(element) }]
      return loaded ? [] : [{ code: 'picture-missing', detail: 'A picture cannot be shown.', ...withElement(element) }]
    }),
    ...texts.flatMap(cutOf),
    ...texts
      .filter(({ size }) => size < leastLetters)
      .map(({ text, size, element }) => ({
        code: 'text-too-small' as const,
        detail: `The text ${quoted(text)} has letters of ${size} pixels; at least ${leastLetters} are needed.`,
        ...withElement(element),
      })),
    ...overlapsOf(texts),
  ]
}

/** The finding of a text that cannot be read. */
export const lowContrast = ({ text, contrast, color, background }: Unreadable): Finding => ({
  code: 'low-contrast',
  detail: `The text ${quoted(text.text)} has a contrast of ${contrast.toFixed(1)} : 1 on ${background}; at least 4.5 : 1 is needed.`,
  colors: { color, background },
  ...withElement(text.element),
})
