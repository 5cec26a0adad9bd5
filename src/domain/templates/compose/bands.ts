import type { Shape } from '../shape.ts'
import { styled } from '../styled.ts'
import type { Family } from './family.ts'
import { px } from './layouts/grid.ts'
import type { LayoutInput } from './layouts/layout.ts'

/** What a band is behind: the logo, headline and name, price and button; or the edge that it runs along. */
export type BandZone = 'logo' | 'copy' | 'deal' | BandEdge
export type BandEdge = 'top' | 'bottom' | 'left' | 'right'
/** A colored band across an ad. `share`: of the ad's height or width, 0 to 1, for one along an edge. */
export type Band = { readonly zone: BandZone; readonly color: string; readonly share: number }

/** Bands along edges are so thin that no text lies on them, in steps. */
const mostThick = 1

const edges: Readonly<Record<BandEdge, { readonly places: string; readonly across: 'width' | 'height' }>> = {
  top: { places: 'top:0;left:0;right:0', across: 'height' },
  bottom: { places: 'bottom:0;left:0;right:0', across: 'height' },
  left: { places: 'left:0;top:0;bottom:0', across: 'width' },
  right: { places: 'right:0;top:0;bottom:0', across: 'width' },
}
const isEdge = (zone: BandZone): zone is BandEdge => zone in edges

/** Price and button have a column of their own. */
const hasDealColumn = (family: Family, shape: Shape): boolean =>
  shape === 'billboard' && (family === 'color-block' || family === 'framed')

type Place = Readonly<Record<Exclude<BandZone, BandEdge>, string>>

/** Where bands are in the grid of a family: they reach from edge to edge, or to the middle of the gaps beside them. */
const placesOf = (family: Family, { shape, scale: { step } }: LayoutInput): Place => {
  const by = (...steps: readonly number[]) => `margin:${steps.map(count => px(count * step)).join(' ')}`
  const columns = (from: string, to: string) => `grid-row:1/-1;grid-column:${from}/${to}`
  const rows = (from: string, to: string) => `grid-column:1/-1;grid-row:${from}/${to}`
  if (shape === 'mobile' || shape === 'leaderboard')
    return {
      logo: `${columns('logo-start', 'logo-end')};${by(0, -2)}`,
      copy: `${columns('copy-start', 'copy-end')};${by(0, -2)}`,
      deal: `${columns('prices-start', 'cta-end')};${by(0, -4, 0, -2)}`,
    }
  const isBelowPicture = family === 'product-left' && (shape === 'portrait' || shape === 'skyscraper')
  const logo = `${rows(isBelowPicture ? 'logo-start' : '1', 'logo-end')};${by(isBelowPicture ? -1 : 0, 0, -1)}`
  if (hasDealColumn(family, shape))
    return {
      logo,
      copy: `${columns('copy-start', 'copy-end')};${by(0, -2)}`,
      deal: `${columns('deal-start', '-1')};${by(0, 0, 0, -2)}`,
    }
  return {
    logo,
    copy: `${rows('copy-start', 'copy-end')};${by(-0.5, 0, 0)}`,
    deal: `${rows('deal-start', '-1')};${by(-1.5, 0, 0)}`,
  }
}

/** In billboards without a picture price and button are beside the copy. */
const bareRule = (zone: BandZone, { shape, scale: { step } }: LayoutInput): string => {
  if (shape !== 'billboard' || (zone !== 'deal' && zone !== 'copy')) return ''
  const place =
    zone === 'deal'
      ? `grid-row:1/-1;grid-column:deal-start/-1;margin:0 0 0 ${px(-2 * step)}`
      : `grid-row:copy-start/copy-end;grid-column:1/copy-end;margin:0 ${px(-2 * step)} 0 0`
  return `.bare+.stage .band-${zone},.ad.bare .band-${zone}{${place}}`
}

/** The bands of a shape: in mobile banners price and button are in places of their own, and have an edge instead. */
export const bandsFor = (shape: Shape, bands: readonly Band[]): readonly Band[] =>
  shape === 'mobile' ? bands.map(band => (band.zone === 'deal' ? { ...band, zone: 'bottom' } : band)) : bands

/** The rules of the style sheet that place bands. */
export const bandRules = (bands: readonly Band[], family: Family, input: LayoutInput): string => {
  const places = placesOf(family, input)
  return bands
    .map(({ zone, share }) => {
      // texts have the same distance from both sides of their band
      const middle = zone === 'copy' ? '.copy{justify-content:center}' : ''
      if (!isEdge(zone)) return `.band-${zone}{place-self:stretch;${places[zone]}}${middle}${bareRule(zone, input)}`
      const { places: along, across } = edges[zone]
      const thick = Math.max(2, Math.min(share * input.size[across], mostThick * input.scale.step))
      return `.band-${zone}{position:absolute;${along};${across}:${px(thick)}}`
    })
    .join('')
}

/** The elements of bands: those `behind` parts, or those along the edges, which lie on the picture's panel. */
export const bandElements = (bands: readonly Band[], which: 'behind' | 'edges'): string =>
  bands
    .filter(({ zone }) => isEdge(zone) === (which === 'edges'))
    .map(({ zone, color }) => `<i class="band-${zone}" style="${styled({ background: color })}"></i>`)
    .join('')

/** What is behind a group of parts: its band, or the ad. */
export const groundOf = (bands: readonly Band[], zone: BandZone, background: string): string =>
  bands.find(band => band.zone === zone)?.color ?? background
