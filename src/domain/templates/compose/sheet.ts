import type { Fonts } from '../fonts.ts'
import type { Shape } from '../shape.ts'
import type { TemplateSize } from '../size.ts'
import type { TypeScale } from './type-scale.ts'

export type SheetInput = {
  readonly shape: Shape
  readonly size: TemplateSize
  readonly scale: TypeScale
  readonly fonts: Fonts
}

const clamped = (lines: number) =>
  `display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:${lines};overflow:hidden;overflow-wrap:anywhere`

/** What all shapes share. Distances are multiples of the step. */
const common = ({ size, scale, fonts }: SheetInput): string => {
  const { step } = scale
  return [
    '*{box-sizing:border-box;margin:0;padding:0}',
    `html,body{width:${size.width}px;height:${size.height}px;overflow:hidden}`,
    `.ad{position:relative;width:${size.width}px;height:${size.height}px;overflow:hidden;display:grid;font-family:${fonts.body};-webkit-font-smoothing:antialiased}`,
    '.logo{display:flex;align-items:center;min-width:0;overflow:hidden}.logo img{object-fit:contain;object-position:left center}',
    `.word{font-family:${fonts.heading};font-weight:${fonts.weight};letter-spacing:-.02em;line-height:1.12;max-height:2.24em;${clamped(2)}}`,
    '.picture{position:relative;display:grid;place-items:center;min-width:0;min-height:0;overflow:hidden}',
    `.picture img{position:absolute;inset:${2 * step}px;width:calc(100% - ${4 * step}px);height:calc(100% - ${4 * step}px);object-fit:contain;border-radius:${Math.round(1.5 * step)}px}`,
    '.picture svg{width:38%;height:38%;opacity:.55}',
    `.badge{position:absolute;left:${2 * step}px;top:${2 * step}px;max-width:calc(100% - ${4 * step}px);padding:.32em .8em;font-weight:700;line-height:1.25;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}`,
    `.copy{display:flex;flex-direction:column;justify-content:center;align-items:stretch;min-width:0;min-height:0;gap:${1.5 * step}px}`,
    `.headline{${clamped(scale.headlineLines)};flex-shrink:0;font-family:${fonts.heading};font-weight:${fonts.weight};letter-spacing:-.015em;line-height:1.14;text-wrap:balance}`,
    `.name{${clamped(scale.nameLines)};flex-shrink:0;line-height:1.32}`,
    `.lead{-webkit-line-clamp:${scale.nameLines + 1};font-family:${fonts.heading};font-weight:${fonts.weight};line-height:1.2}`,
    `.prices{flex-shrink:0;line-height:1.15}.price{display:inline-block;max-width:100%;margin-right:.3em;overflow:hidden;text-overflow:ellipsis;vertical-align:bottom;font-family:${fonts.heading};font-weight:800;letter-spacing:-.02em;white-space:nowrap}`,
    '.was{display:inline-block;max-width:100%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}',
    '.cta{padding:.72em 1.3em;font-weight:700;line-height:1.2;text-align:center;white-space:nowrap;overflow:hidden;text-overflow:ellipsis;max-width:100%}',
    '.link{position:absolute;inset:0;z-index:9}',
  ].join('\n')
}

/** Where the parts of a shape are. */
const layout = ({ shape, scale: { step, logo, nameLines }, size }: SheetInput): string => {
  const s = (steps: number) => `${Math.round(steps * step)}px`
  switch (shape) {
    case 'mobile':
      return `.ad{grid-template-columns:auto ${Math.round(size.height * 1.1)}px minmax(0,1fr) auto;gap:${s(4)};align-items:center;padding-left:${s(4)};padding-right:${s(5)}}.logo{width:${logo.width}px}.picture{height:100%}.picture img{inset:${s(1)};width:calc(100% - ${s(2)});height:calc(100% - ${s(2)})}.copy{gap:0}.prices{white-space:nowrap;overflow:hidden}.name,.lead{-webkit-line-clamp:${nameLines};line-height:1.15}.cta{padding:.75em .85em;max-width:${Math.round(size.width * 0.34)}px}`
    case 'leaderboard':
      return `.ad{grid-template-columns:auto ${Math.round(size.height * 1.15)}px minmax(0,1fr) auto auto;gap:${s(4)};align-items:center;padding-left:${s(4)};padding-right:${s(5)}}.logo{width:${logo.width}px}.picture{height:100%}.picture img{inset:${s(1.5)};width:calc(100% - ${s(3)});height:calc(100% - ${s(3)})}.badge{left:${s(1)};top:${s(1)};max-width:calc(100% - ${s(2)})}.copy{gap:${s(0.75)}}.prices{display:flex;flex-direction:column;align-items:flex-end;max-width:${Math.round(size.width * 0.17)}px}.price{margin:0}.cta{max-width:${Math.round(size.width * 0.22)}px}`
    case 'billboard':
      return `.ad{grid-template:"logo picture" auto "copy picture" minmax(0,1fr) "deal picture" auto/minmax(0,1fr) 40%;row-gap:${s(2)};column-gap:${s(4)}}.logo{grid-area:logo;margin:${s(3)} 0 0 ${s(4)}}.picture{grid-area:picture}.badge{left:${s(3)};top:${s(3)}}.copy{grid-area:copy;margin-left:${s(4)};gap:${s(1)}}.deal{grid-area:deal;display:flex;align-items:center;gap:${s(4)};margin:0 0 ${s(3.5)} ${s(4)};min-width:0}.prices{flex-shrink:1;min-width:0}.cta{flex:0 1 auto;max-width:45%}`
    case 'rectangle':
      return `.ad{grid-template:"logo picture" auto "copy picture" minmax(0,1fr) "cta picture" auto/minmax(0,1fr) 42%;row-gap:${s(2)};column-gap:${s(3)}}.logo{grid-area:logo;margin:${s(3.5)} 0 0 ${s(4)}}.picture{grid-area:picture}.copy{grid-area:copy;margin-left:${s(4)};gap:${s(1)}}.cta{grid-area:cta;justify-self:start;margin:0 0 ${s(4)} ${s(4)};max-width:calc(100% - ${s(4)})}`
    case 'portrait':
    case 'skyscraper':
      return `.ad{grid-template-rows:auto auto minmax(0,1fr) auto auto;row-gap:${s(3)};padding:${s(shape === 'portrait' ? 4 : 3)}}.cta{width:100%;padding:.9em .5em}`
  }
}

/** The style sheet of a template: no colors and sizes of letters, which each part has in its `style`, where edits change them. */
export const sheetOf = (input: SheetInput): string => `${common(input)}\n${layout(input)}`
