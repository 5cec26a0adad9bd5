import type { DesignLayer, DesignLayout } from '../brand.ts'
import { areaOf, bottomOf, isBackdrop, isWithin, shareColumns } from './boxes.ts'
import { priceIn } from './price-in.ts'

export type TextLayer = Extract<DesignLayer, { readonly kind: 'text' }>
export type ImageLayer = Extract<DesignLayer, { readonly kind: 'image' }>
export type FillLayer = Extract<DesignLayer, { readonly kind: 'fill' }>

/** Which layer of a design is which part of a template. */
export type DesignParts = {
  readonly headline: TextLayer | undefined
  readonly name: TextLayer | undefined
  readonly price: TextLayer | undefined
  readonly was: TextLayer | undefined
  readonly badge: TextLayer | undefined
  readonly cta: TextLayer | undefined
  readonly picture: ImageLayer | undefined
  readonly logo: DesignLayer | undefined
  /** The layer that a text is written on, such as a button. */
  readonly boxes: ReadonlyMap<TextLayer, DesignLayer>
}

const isText = (layer: DesignLayer): layer is TextLayer => layer.kind === 'text'
const isImage = (layer: DesignLayer): layer is ImageLayer => layer.kind === 'image'

/** What designers call layers. */
const names = {
  headline: /\b(?:headline|heading|claim)\b/i,
  name: /\b(?:product ?name|product ?title|product|item)\b/i,
  was: /\b(?:was|old|former|previous) ?price\b/i,
  badge: /\b(?:badge|sticker|flag|roundel)\b/i,
  cta: /\b(?:cta|button|btn)\b/i,
  picture: /\b(?:product|packshot|photo|picture|hero)\b/i,
  logo: /\blogo\b/i,
}
const isNamed =
  (part: keyof typeof names) =>
  ({ name }: DesignLayer): boolean =>
    names[part].test(name)

/** Characters of a label, at most, and the share of the design that its box covers. */
const label = { characters: 28, share: 0.2 }
/** A box of a label is at most this many times as high as its letters. */
const boxHeight = 5

/** The labels, with the layer that each is written on. */
const boxesOf = ({ layers, ...size }: DesignLayout): ReadonlyMap<TextLayer, DesignLayer> => {
  const boxOf = (text: TextLayer, at: number) =>
    layers
      .slice(0, at)
      .findLast(
        box =>
          box.kind !== 'text' &&
          areaOf(box) <= label.share * areaOf({ x: 0, y: 0, ...size }) &&
          box.height <= boxHeight * text.size &&
          isWithin(text, box, text.size * 0.3),
      )
  return new Map(
    layers.flatMap((layer, at) => {
      const box = isText(layer) && layer.content.length <= label.characters ? boxOf(layer, at) : undefined
      return isText(layer) && box ? [[layer, box] as const] : []
    }),
  )
}

const isCapitals = (text: string): boolean => text === text.toUpperCase()
const asksToAct =
  /\b(?:shop|buy|get|order|discover|find|explore|view|see|try|book|add|learn|more|start|visit|kaufen|entdecken)\b/i

/** A box from edge to edge is a band, whatever is written on it. */
const bandWidth = 0.95

/** Of the labels: the one that asks to act, or is the lowest, is the call to action; another one in capitals the badge. */
const labelsOf = (
  labels: readonly TextLayer[],
  texts: readonly TextLayer[],
  isOnBand: (text: TextLayer) => boolean,
) => {
  const lowest = [...labels].sort((a, b) => b.y - a.y)
  const badgeByName = texts.find(isNamed('badge'))
  const cta =
    texts.find(isNamed('cta')) ??
    lowest.find(text => text !== badgeByName && asksToAct.test(text.content)) ??
    lowest.find(text => text !== badgeByName && !(isCapitals(text.content) && lowest.length > 1)) ??
    lowest.find(text => text !== badgeByName)
  return {
    cta,
    badge:
      badgeByName ??
      labels.find(text => text !== cta && isCapitals(text.content) && !isNamed('headline')(text) && !isOnBand(text)),
  }
}

/** The price, and the former one: the one that says so, or else the higher one. */
const pricesOf = (texts: readonly TextLayer[]) => {
  const prices = texts.flatMap(layer => {
    const price = priceIn(layer.content)
    return price ? [{ layer, ...price, isFormer: price.isFormer || isNamed('was')(layer) }] : []
  })
  // the largest letters are those of the price, if it is not the higher one
  const inOrder = prices.sort(
    (a, b) => Number(a.isFormer) - Number(b.isFormer) || a.amount - b.amount || b.layer.size - a.layer.size,
  )
  const [price, was] = inOrder
  return { price: price?.layer, was: price && was && was.amount > price.amount ? was.layer : undefined }
}

const isShapedLikeProduct = ({ width, height }: DesignLayer): boolean => width <= 4 * height && height <= 4 * width

/** The text nearest above or below a picture. */
const nearestTo = (picture: ImageLayer | undefined, texts: readonly TextLayer[]): TextLayer | undefined => {
  if (!picture) return undefined
  const gapTo = (text: TextLayer) => Math.max(text.y - bottomOf(picture), picture.y - bottomOf(text))
  return texts
    .filter(text => shareColumns(text, picture) && gapTo(text) > -text.size && gapTo(text) < picture.height / 2)
    .sort((a, b) => gapTo(a) - gapTo(b))[0]
}

/**
 * Tells the parts of a template in a design (TEMPLATE-32): by the names of its layers, by what the texts say, by their size and by what they lie on.
 * `logo`: the blob of the brand's logo. Undefined: the design has no such part.
 */
export const findDesignParts = (layout: DesignLayout, logo: string | undefined): DesignParts => {
  const { layers } = layout
  const namedLogo = layers.find(layer => layer.kind !== 'fill' && isNamed('logo')(layer))
  const texts = layers.filter(isText).filter(layer => layer !== namedLogo)
  const boxes = boxesOf(layout)
  const { price, was } = pricesOf(texts)
  const others = texts.filter(text => text !== price && text !== was)
  const { cta, badge } = labelsOf(
    others.filter(text => boxes.has(text)),
    others,
    text => (boxes.get(text)?.width ?? 0) >= bandWidth * layout.width,
  )
  const usedBoxes = new Set([cta, badge, price, was].flatMap(text => (text ? (boxes.get(text) ?? []) : [])))
  const pictures = layers
    .filter(isImage)
    .filter(
      image => image !== namedLogo && !usedBoxes.has(image) && !isBackdrop(image, layout) && isShapedLikeProduct(image),
    )
    .sort((a, b) => Number(isNamed('picture')(b)) - Number(isNamed('picture')(a)) || areaOf(b) - areaOf(a))
  // where no layer is called logo, the logo of the brand is a guess, and may be the only picture
  const guessed = namedLogo ? undefined : layers.filter(isImage).find(({ image }) => image.blob === logo)
  const picture = pictures.find(image => image !== guessed) ?? pictures[0]
  const copy = others.filter(text => text !== cta && text !== badge).sort((a, b) => b.size - a.size)
  const namedHeadline = copy.find(isNamed('headline'))
  const namedName = copy.find(text => text !== namedHeadline && isNamed('name')(text))
  const headline = namedHeadline ?? (copy.length > 1 ? copy.find(text => text !== namedName) : undefined)
  const rest = copy.filter(text => text !== headline)
  return {
    headline,
    name: namedName ?? nearestTo(picture, rest) ?? rest[0],
    ...{ price, was, badge, cta, picture, boxes },
    logo: namedLogo ?? (guessed === picture ? undefined : guessed),
  }
}
