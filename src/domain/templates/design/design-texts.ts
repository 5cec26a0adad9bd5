import escapeHtml from 'escape-html'
import { contrastOf, readableOn } from '../color/contrast.ts'
import { styled } from '../styled.ts'
import { type Box, rightOf } from './boxes.ts'
import type { FillLayer, TextLayer } from './find-design-parts.ts'
import {
  boxStyle,
  capitalsStyle,
  clampStyle,
  letterStyle,
  opacityStyle,
  placeStyle,
  px,
  roundedData,
} from './layer-style.ts'
import { priceIn } from './price-in.ts'
import type { Room } from './room-of.ts'

/** A text of a designer as a template may hold it: without the braces of placeholders. */
const plain = (text: string): string => escapeHtml(text.replace(/[{}]+/g, ' '))
const inline = (text: string): string => plain(text.replace(/\s+/g, ' '))

/** `backing`: a text that lies on something else than the color of the ad says so, as its contrast is not that with the ad. */
export type Backing = { readonly background?: 'transparent' | undefined }

const styleText = (values: Readonly<Record<string, string | number | undefined>>): string => escapeHtml(styled(values))

/** A text that stays as the designer wrote it. A headline may be edited, so it wraps within its room. */
export const staticText = (text: TextLayer, box: Box, backing: Backing, part: 'headline' | undefined): string => {
  const style = styleText({
    ...placeStyle(box),
    ...letterStyle(text),
    ...backing,
    ...opacityStyle(text),
    'text-align': text.align,
    'white-space': text.wraps || part !== undefined ? 'pre-wrap' : 'pre',
  })
  return `<p${part === undefined ? '' : ` data-part="${part}"`} style="${style}">${plain(text.content)}</p>`
}

/** Pixels above and below the lines of a text, so that what hangs below its last line is not cut off. */
const hanging = 0.15

const columnStyle = (
  text: TextLayer,
  box: Box,
  backing: Backing,
  lines: number,
  more: ReturnType<typeof capitalsStyle> | undefined = undefined,
): string => {
  const below = hanging * text.size
  const { x, y, width, height } = box
  return styleText({
    ...placeStyle({ x, y: y - below, width, height: Math.max(height, lines * text.leading) + 2 * below }),
    padding: `${px(below)} 0`,
    ...letterStyle(text),
    ...more,
    ...backing,
    ...opacityStyle(text),
    'text-align': text.align,
    ...clampStyle(lines),
  })
}

/** The name of the product, in as many lines as the designer gave it. */
export const nameText = (text: TextLayer, box: Box, backing: Backing): string => {
  const lines = text.wraps ? Math.round(text.height / text.leading) : text.content.split('\n').length
  const style = columnStyle(text, box, backing, Math.max(1, lines), capitalsStyle(text.content))
  return `<p data-part="name" data-asset="productName" style="${style}">{{productName}}</p>`
}

const priceElement = (text: TextLayer, style: string, column: 'price' | 'wasPrice'): string => {
  const { before = '', after = '' } = priceIn(text.content) ?? {}
  const words = `${inline(before)}{{${column}}}${inline(after)}`
  return column === 'price'
    ? `<p data-part="price" data-asset="price" style="${style}">${words}</p>`
    : `{{#wasPrice}}<s data-part="was" data-asset="wasPrice" style="${style}">${words}</s>{{/wasPrice}}`
}

/** A price between the words that the designer put around it. */
export const priceText = (text: TextLayer, box: Box, backing: Backing, column: 'price' | 'wasPrice'): string =>
  priceElement(text, columnStyle(text, box, backing, 1), column)

/** A price and the former one beside it, which moves with the length of the price. `box`: of both. */
export const pricesText = (price: TextLayer, was: TextLayer, box: Box, backing: Backing): string => {
  const [first, second] = price.x <= was.x ? [price, was] : [was, price]
  const element = (text: TextLayer) =>
    priceElement(
      text,
      styleText({
        ...letterStyle(text),
        ...backing,
        ...opacityStyle(text),
        // the price stays whole as long as some of the former one can be read
        'min-width': text === price ? '0' : '4em',
        'flex-shrink': text === price ? 1 : 1000,
        ...clampStyle(1),
      }),
      text === price ? 'price' : 'wasPrice',
    )
  const space = Math.max(0.2 * was.size, second.x - rightOf(first))
  const row = styleText({ ...placeStyle(box), display: 'flex', 'align-items': 'baseline', 'column-gap': px(space) })
  return `<div style="${row}">${element(first)}${element(second)}</div>`
}

/** The color of a box whose text can be read on it: white on a button stays white where a slightly darker button allows it. */
export const boxColor = (color: string, letters: string): string =>
  contrastOf(color, letters) >= leastNear ? readableOn(letters, color) : color
/** Boxes of less contrast would change too much; their text changes instead. */
const leastNear = 2.6

/** The badge on its box, which grows with its text; without one, in the room of the text. */
export const badgeText = (
  text: TextLayer,
  { box, fill, room, adWidth }: { box: Box; fill: FillLayer | undefined; room: Room; adWidth: number },
  backing: Backing,
): string => {
  const element = (data: string, style: string) =>
    `{{#badge}}<span data-part="badge" data-asset="badge"${data} style="${style}">{{badge}}</span>{{/badge}}`
  const capitals = capitalsStyle(text.content)
  if (fill === undefined) return element('', columnStyle(text, box, backing, 1, capitals))
  const isLeft = fill.x + fill.width / 2 <= adWidth / 2
  const style = styleText({
    position: 'absolute',
    ...(isLeft ? { left: px(fill.x) } : { right: px(adWidth - rightOf(fill)) }),
    top: px(fill.y),
    height: px(fill.height),
    'min-width': px(fill.width),
    'max-width': px(Math.max(fill.width, isLeft ? room.right - fill.x : rightOf(fill) - room.left)),
    padding: '0 .5em',
    ...letterStyle(text),
    ...capitals,
    'line-height': px(fill.height),
    ...boxStyle({ ...fill, color: boxColor(fill.color, text.color) }),
    'text-align': 'center',
    ...clampStyle(1),
  })
  return element(roundedData(fill.radius), style)
}

/** The call to action, with the box that it lies on as its background. */
export const ctaText = (text: TextLayer, box: Box, fill: FillLayer | undefined, backing: Backing): string => {
  if (fill === undefined)
    return `<div data-part="cta" style="${columnStyle(text, box, backing, text.content.split('\n').length)}">${plain(text.content)}</div>`
  const aside = Math.abs(text.x + text.width / 2 - fill.x - fill.width / 2) > text.size / 2
  const style = styleText({
    ...placeStyle(fill),
    'padding-left': aside ? px(Math.max(0, text.x - fill.x)) : undefined,
    ...letterStyle(text),
    'line-height': px(fill.height),
    ...boxStyle({ ...fill, color: boxColor(fill.color, text.color) }),
    'text-align': aside ? 'left' : 'center',
    ...clampStyle(1),
  })
  return `<div data-part="cta"${roundedData(fill.radius)} style="${style}">${inline(text.content)}</div>`
}
