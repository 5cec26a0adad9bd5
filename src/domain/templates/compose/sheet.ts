import type { Fonts } from '../fonts.ts'
import type { TemplateSize } from '../size.ts'
import type { Layout } from './layouts/layout.ts'
import type { TypeScale } from './type-scale.ts'
import { wordmarkRule } from './wordmark.ts'

export type SheetInput = {
  readonly size: TemplateSize
  readonly scale: TypeScale
  readonly fonts: Fonts
  readonly layout: Layout
}

const clamped = (lines: number) =>
  `display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:${lines};overflow:hidden;overflow-wrap:anywhere`
const px = (pixels: number): string => `${Math.round(pixels)}px`

/** What all families and shapes share. Distances are multiples of the step. */
const common = ({ size, scale, fonts, layout }: SheetInput): string => {
  const { step } = scale
  const label = `${fonts.label.family === fonts.body ? '' : `font-family:${fonts.label.family};`}font-weight:${fonts.label.weight}`
  const inset = px((layout.covers ? 0 : 2) * step)
  return [
    '*{box-sizing:border-box;margin:0;padding:0}',
    `html,body{width:${size.width}px;height:${size.height}px;overflow:hidden}`,
    `.ad{position:relative;width:${size.width}px;height:${size.height}px;overflow:hidden;font-family:${fonts.body};-webkit-font-smoothing:antialiased}`,
    '.stage{position:relative;display:grid;width:100%;height:100%;background:inherit}i.bare{display:none}',
    `.logo{grid-area:logo;${layout.plate === 'none' ? '' : `padding:${px((layout.plate === 'ad' ? 2 : 1) * step)} ${px((layout.plate === 'ad' ? 3 : 2) * step)};`}position:relative;display:flex;align-items:center;min-width:0;max-width:100%;overflow:hidden}.logo img{object-fit:contain;object-position:left center;max-width:${layout.plate === 'none' ? '100%' : px(scale.logo.width)}}`,
    wordmarkRule(fonts),
    '.picture{grid-area:picture;position:relative;min-width:0;min-height:0;overflow:hidden}',
    `.picture img{position:absolute;inset:${inset};width:calc(100% - 2*${inset});height:calc(100% - 2*${inset});object-fit:${layout.covers ? 'cover' : 'contain'}}`,
    `.badge{grid-area:picture;position:relative;justify-self:start;align-self:start;margin:${px(1.5 * step)};max-width:calc(100% - ${px(3 * step)});padding:.32em .8em;${label};line-height:1.25;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}`,
    `.copy{grid-area:copy;display:flex;flex-direction:column;justify-content:center;align-items:stretch;min-width:0;min-height:0;gap:${px(step)}}`,
    `.headline{${clamped(layout.copy.lines || 1)};flex-shrink:0;font-family:${fonts.heading};font-weight:${fonts.weight};${fonts.isItalic ? 'font-style:italic;' : ''}letter-spacing:-.015em;line-height:1.12;text-wrap:balance}`,
    `.name{${clamped(layout.nameLines)};flex-shrink:0;line-height:1.28}`,
    `.lead{-webkit-line-clamp:${layout.nameLines + 1};font-family:${fonts.heading};font-weight:${fonts.weight};line-height:1.18}`,
    `.deal{grid-area:deal;display:flex;align-items:center;justify-content:space-between;gap:${px(1.5 * step)} ${px(2.5 * step)};min-width:0}`,
    `.prices{grid-area:prices;display:flex;flex-wrap:wrap;align-items:baseline;column-gap:.4em;min-width:0;line-height:1.12}`,
    `.price{font-family:${fonts.price.family};font-weight:${fonts.price.weight};letter-spacing:-.02em}.was{white-space:nowrap}`,
    `.cta{grid-area:cta;padding:.72em 1em;${label};line-height:1.2;text-align:center;white-space:nowrap;overflow:hidden;text-overflow:ellipsis;max-width:100%;flex-shrink:0}`,
    `.legal{position:absolute;left:${px(4 * step)};right:${px(4 * step)};bottom:1px;white-space:nowrap}`,
    '.link{position:absolute;inset:0;z-index:9}',
  ].join('\n')
}

/** The style sheet of a template: no colors and sizes of letters, which each part has in its `style`, where edits change them. */
export const sheetOf = (input: SheetInput): string => `${common(input)}\n${input.layout.css}`
