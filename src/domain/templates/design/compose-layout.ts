import escapeHtml from 'escape-html'
import type { BrandImage, DesignLayer, DesignLayout } from '../brand.ts'
import { adUnitSizeOf, type TemplateSize } from '../size.ts'
import { styled } from '../styled.ts'
import { isBackdrop, isWithin, rightOf, shareColumns, shareRows } from './boxes.ts'
import { badgeText, ctaText, nameText, pricesText, priceText, staticText } from './design-texts.ts'
import {
  type DesignParts,
  type FillLayer,
  findDesignParts,
  type ImageLayer,
  type TextLayer,
} from './find-design-parts.ts'
import { boxStyle, opacityStyle, placeStyle } from './layer-style.ts'
import { grown, roomOf } from './room-of.ts'
import { scaleLayout } from './scale-layout.ts'

export type LayoutBrief = {
  readonly layout: DesignLayout
  readonly brandName: string
  /** Blob of the brand's logo. */
  readonly logo: string | undefined
  /** Address of a picture of the design; undefined: it is not in the library of the account. */
  readonly addressOf: (image: BrandImage) => string | undefined
}
/** The template, or what of the design could not be found, as words of a sentence. */
export type ComposedLayout = { readonly html: string } | { readonly missing: readonly string[] }

const missingOf = ({ name, price, picture }: DesignParts): readonly string[] => [
  ...(name ? [] : ['the name of the product']),
  ...(price ? [] : ['the price']),
  ...(picture ? [] : ['the picture of the product']),
]

const isFill = (layer: DesignLayer | undefined): layer is FillLayer => layer?.kind === 'fill'
const within = (section: string, html: string): string => `{{#${section}}}${html}{{/${section}}}`

/** The fill that becomes the background of a text's element; undefined: a picture, or one that is seen through, stays a layer of its own. */
const ownFill = (parts: DesignParts, text: TextLayer | undefined): FillLayer | undefined => {
  const box = text && parts.boxes.get(text)
  return isFill(box) && box.opacity === 1 && !text?.content.includes('\n') ? box : undefined
}

/** Whether prices are side by side, each as long as it is. */
const areInRow = (price: TextLayer, was: TextLayer, { boxes }: DesignParts): boolean =>
  shareRows(price, was) && !shareColumns(price, was) && !boxes.has(price) && !boxes.has(was)

/** What the elements of a design are made with. */
const elementsWith = (layout: DesignLayout, parts: DesignParts, { brandName, addressOf }: LayoutBrief) => {
  const { layers } = layout
  const { name, price, was, badge, cta, headline, picture, logo } = parts
  const [badgeFill, ctaFill] = [ownFill(parts, badge), ownFill(parts, cta)]
  const wasAt = was ? layers.indexOf(was) : layers.length
  // what crosses the former price out is replaced with it
  const strikes = layers.filter(
    (layer, at) => was && at > wasAt && layer.kind !== 'text' && isWithin(layer, was, was.size / 2),
  )
  const [base] = layers
  const ground = isFill(base) && isBackdrop(base, layout) && base.opacity === 1 ? base : undefined
  const left = new Set<DesignLayer | undefined>([badgeFill, ctaFill, ground, ...strikes])
  const growing = new Set<DesignLayer>([name, price, was].flatMap(text => text ?? []))

  const backingOf = (text: TextLayer) => {
    const under = layers.slice(0, layers.indexOf(text)).filter(layer => layer !== ground && layer.kind !== 'text')
    const isOver = under.some(layer => shareRows(layer, text) && shareColumns(layer, text))
    return isOver ? { background: 'transparent' as const } : {}
  }
  // a badge may grow over pictures
  const overlaid = (text: TextLayer) =>
    text === badge && badgeFill ? layers.filter(({ kind }) => kind !== 'text') : [ownFill(parts, text) ?? []].flat()
  const roomFor = (text: TextLayer) =>
    roomOf(text, layout, { growing, ignored: new Set([...strikes, ...overlaid(text)]) })
  const row = price && was && areInRow(price, was, parts) ? { price, was } : undefined
  const pricesElement = (both: { readonly price: TextLayer; readonly was: TextLayer }): string => {
    const [first, last] = both.price.x <= both.was.x ? [both.price, both.was] : [both.was, both.price]
    const x = first.align === 'right' ? roomFor(first).left : first.x
    const width = Math.max(roomFor(last).right, rightOf(last) + last.size / 2) - x
    return pricesText(both.price, both.was, { ...both.price, x, width }, backingOf(both.price))
  }
  const textElement = (text: TextLayer): string => {
    if (row && text === row.price) return pricesElement(row)
    if (row && text === row.was) return ''
    const room = roomFor(text)
    const [place, backing] = [grown(text, room), backingOf(text)]
    switch (text) {
      case name:
        return nameText(text, place, backing)
      case price:
        return priceText(text, place, backing, 'price')
      case was:
        return priceText(text, place, backing, 'wasPrice')
      case badge:
        return badgeText(text, { box: place, fill: badgeFill, room, adWidth: layout.width }, backing)
      case cta:
        return ctaText(text, place, ctaFill, backing)
      default:
        return staticText(text, place, backing, text === headline ? 'headline' : undefined)
    }
  }
  const imageElement = (image: ImageLayer): string => {
    const style = styled({ ...placeStyle(image), ...opacityStyle(image) })
    if (image === picture)
      return `<div data-part="picture" style="${style}">${within('productImage', '<img src="{{productImage}}" data-asset="productImage" alt="" style="width:100%;height:100%;object-fit:contain">')}</div>`
    const src = escapeHtml(addressOf(image.image) ?? '')
    const { width, height } = placeStyle(image)
    if (image === logo)
      return `<div data-part="logo" style="${style}"><img src="${src}" alt="${escapeHtml(brandName)}" style="width:${width};height:${height}"></div>`
    return `<img src="${src}" alt="" style="${style};object-fit:cover">`
  }
  const element = (layer: DesignLayer): string => {
    switch (layer.kind) {
      case 'text':
        return textElement(layer)
      case 'image':
        return imageElement(layer)
      case 'fill':
        return `<div style="${styled({ ...placeStyle(layer), ...opacityStyle(layer), ...boxStyle(layer) })}"></div>`
    }
  }
  /** What a badge or former price lies on is left out with it. */
  const sectionOf = (layer: DesignLayer): string | undefined => {
    if (badge && parts.boxes.get(badge) === layer) return 'badge'
    return was && parts.boxes.get(was) === layer && price && parts.boxes.get(price) !== layer ? 'wasPrice' : undefined
  }
  return {
    ground: ground?.color ?? '#ffffff',
    elements: layers
      .filter(layer => !left.has(layer))
      .map(layer => {
        const section = sectionOf(layer)
        return section === undefined ? element(layer) : within(section, element(layer))
      }),
  }
}

/**
 * A design as a template in a size of nearly its ratio (TEMPLATE-32): its layers at their places, those of a product with placeholders, the others as they
 * are; edits by prompts find the same parts as in composed templates.
 */
export const composeLayout = (brief: LayoutBrief, size: TemplateSize): ComposedLayout => {
  const layout = scaleLayout(brief.layout, size)
  const parts = findDesignParts(layout, brief.logo)
  const missing = missingOf(parts)
  if (missing.length > 0) return { missing }
  const isStored = layout.layers.every(
    layer => layer.kind !== 'image' || layer === parts.picture || brief.addressOf(layer.image) !== undefined,
  )
  if (!isStored) return { missing: ['a picture that is not in the library'] }
  const { ground, elements } = elementsWith(layout, parts, brief)
  const box = `width:${size.width}px;height:${size.height}px`
  const title = escapeHtml(brief.brandName)
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta name="ad.size" content="width=${size.width},height=${size.height}"><title>${title} ${adUnitSizeOf(size)}</title>`,
    `<style>*{box-sizing:border-box;margin:0;padding:0}html,body{${box};overflow:hidden}.link{position:absolute;inset:0;z-index:9}</style></head>`,
    `<body><div class="ad" data-part="ad" style="position:relative;overflow:hidden;${box};background:${ground}">`,
    ...elements,
    `<a class="link" href="{{clickUrl}}" target="_blank" rel="noopener" aria-label="${title}: {{productName}}"></a></div></body></html>`,
  ]
  return { html: html.join('') }
}
