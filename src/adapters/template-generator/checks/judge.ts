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

type Where = { readonly element?: number | undefined; readonly part?: string | undefined }
const where = ({ element, part }: Where) => ({
  ...(element === undefined ? {} : { element }),
  ...(part === undefined ? {} : { part }),
})
const isPrice = ({ part }: ShownText): boolean => part === 'price' || part === 'was'

const cutOf = (shown: ShownText, isDesign: boolean): readonly Finding[] => {
  const { text, cut, lines, size } = shown
  const found = (detail: string): readonly Finding[] => [{ code: 'text-cut', detail, ...where(shown) }]
  const widest = Math.max(0, ...lines.map(({ width }) => width))
  switch (cut) {
    case 'no':
      return []
    case 'covered':
      return found(`The text ${quoted(text)} is covered by something else.`)
    case 'clipped':
      return found(`The text ${quoted(text)} is cut off; give it room, or let it end with dots.`)
    case 'ellipsis':
      // designs keep the room that their designer gave a price
      if (!isDesign && isPrice(shown))
        return found(`The price ${quoted(text)} is cut off; a price must be shown whole.`)
      return widest >= size * leastShown ? [] : found(`Of the text ${quoted(text)} only a few letters can be seen.`)
  }
}

const brokenOf = (shown: ShownText): readonly Finding[] =>
  isPrice(shown) && shown.brokenNumber !== undefined
    ? [
        {
          code: 'number-broken',
          detail: `The number ${quoted(shown.brokenNumber)} goes on in another line.`,
          ...where(shown),
        },
      ]
    : []

const areOver = (a: Place, b: Place): boolean =>
  Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > tolerance &&
  Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > tolerance

const overlap = (detail: string, at: Where): Finding => ({ code: 'texts-overlap', detail, ...where(at) })

const overlapsOf = ({ texts, boxes }: PageContent): readonly Finding[] => {
  const few = texts.slice(0, 60)
  const onTexts = few.flatMap((a, i) =>
    few
      .slice(i + 1)
      .filter(b => a.element !== b.element && a.lines.some(line => b.lines.some(other => areOver(line, other))))
      .map(b => overlap(`The texts ${quoted(a.text)} and ${quoted(b.text)} overlap.`, b)),
  )
  const onBoxes = boxes.flatMap(box =>
    few
      .filter(({ part, lines }) => part !== box.part && lines.some(line => areOver(line, box)))
      .map(text => overlap(`The text ${quoted(text.text)} lies on the ${box.part}.`, text)),
  )
  const ofBoxes = boxes.flatMap((a, i) =>
    boxes
      .slice(i + 1)
      .filter(b => areOver(a, b))
      .map(b => overlap(`The ${a.part} and the ${b.part} overlap.`, b)),
  )
  return [...onTexts, ...onBoxes, ...ofBoxes]
}

/** Bounds of a product's picture: its share of the ad, and that of a square one of its panel. */
const ofPicture = { least: 0.055, most: 0.8, leastOfPanel: 0.4 }
const areaOf = ({ width, height }: Place): number => width * height

/**
 * What is wrong with the picture of a product: it must fill its place sensibly, neither a stamp on a wall nor the whole ad, and no
 * text may lie on it. Narrow pictures cover less of a place than square ones.
 */
const pictureFaults = ({ pictures, texts }: PageContent, size: TemplateSize): readonly Finding[] =>
  pictures
    .filter(({ part, loaded }) => part === 'picture' && loaded)
    .flatMap(picture => {
      const { painted, panel = picture } = picture
      const narrowness = Math.min(painted.width / painted.height, painted.height / painted.width)
      const [share, ofPanel] = [areaOf(painted) / areaOf({ x: 0, y: 0, ...size }), areaOf(painted) / areaOf(panel)]
      const percent = Math.round(100 * share)
      const faults: Finding[] = []
      const isSmall = share < ofPicture.least * narrowness || ofPanel < ofPicture.leastOfPanel * narrowness
      if (isSmall || share > ofPicture.most)
        faults.push({
          code: 'picture-small',
          detail: `The picture of the product covers ${percent} % of the ad, which is too ${isSmall ? 'little' : 'much'}.`,
          ...where(picture),
        })
      const over = texts.filter(
        ({ part, lines }) => part !== 'badge' && part !== 'logo' && lines.some(line => areOver(line, painted)),
      )
      return [...faults, ...over.map(text => overlap(`The text ${quoted(text.text)} lies on the picture.`, text))]
    })

/**
 * What is wrong with what a page shows at a size (TEMPLATE-19); colors are judged apart. `isDesign`: a designer decided how much room a price and the
 * product's picture get.
 */
export const judge = (content: PageContent, size: TemplateSize, isDesign: boolean): readonly Finding[] => {
  const { texts, pictures, boxes } = content
  const { width, height } = size
  const exceeds = (place: Place): boolean =>
    place.x < -tolerance ||
    place.y < -tolerance ||
    place.x + place.width > width + tolerance ||
    place.y + place.height > height + tolerance
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
    ...pictures.flatMap((picture): readonly Finding[] => {
      if (exceeds(picture)) return [{ code: 'outside-ad', detail: 'A picture exceeds the ad.', ...where(picture) }]
      if (picture.part === 'logo' && picture.isCut)
        return [{ code: 'logo-cut', detail: 'The logo is cut off.', ...where(picture) }]
      return picture.loaded
        ? []
        : [{ code: 'picture-missing', detail: 'A picture cannot be shown.', ...where(picture) }]
    }),
    ...boxes
      .filter(exceeds)
      .map((box): Finding => ({ code: 'outside-ad', detail: `The ${box.part} exceeds the ad.`, ...where(box) })),
    ...texts.flatMap(text => cutOf(text, isDesign)),
    ...texts.flatMap(brokenOf),
    ...texts
      .filter(({ size }) => size < leastLetters)
      .map(text => ({
        code: 'text-too-small' as const,
        detail: `The text ${quoted(text.text)} has letters of ${text.size} pixels; at least ${leastLetters} are needed.`,
        ...where(text),
      })),
    ...overlapsOf(content),
    ...(isDesign ? [] : pictureFaults(content, size)),
  ]
}

/** The finding of a text that cannot be read. */
export const lowContrast = ({ text, contrast, color, background }: Unreadable): Finding => ({
  code: 'low-contrast',
  detail: `The text ${quoted(text.text)} has a contrast of ${contrast.toFixed(1)} : 1 on ${background}; at least 4.5 : 1 is needed.`,
  colors: { color, background },
  ...where(text),
})
