import type { Family } from '../family.ts'
import { billboardOf } from './billboard.ts'
import { fill, gridOf, px, rowOf, stackOf } from './grid.ts'
import type { Layout, LayoutInput } from './layout.ts'
import { rectangleOf } from './rectangle.ts'
import { rowsFor } from './row.ts'
import { tallOf } from './tall.ts'

const byShape = (family: Family, input: LayoutInput): Layout => {
  switch (input.shape) {
    case 'mobile':
    case 'leaderboard':
      return rowsFor(family, input)
    case 'billboard':
      return billboardOf(family, input)
    case 'rectangle':
      return rectangleOf(family, input)
    case 'portrait':
    case 'skyscraper':
      return tallOf(family, input)
  }
}

/**
 * Where the texts are when a product has no picture: they get its room. It holds behind an element of class `bare`, which a template has only then, and in
 * an ad of that class.
 */
const bareOf = ({ shape, scale: { step, logo: sized } }: LayoutInput): string => {
  const of = (part: string, css: string) => `.bare+.stage${part},.ad.bare .stage${part}{${css}}`
  const edge = 4 * step
  const hidden = of(' .picture', 'display:none')
  switch (shape) {
    case 'mobile':
    case 'leaderboard': {
      const places = { picture: 0, gap: edge, edge, logo: sized.width, stacked: shape === 'mobile', isFlush: false }
      return of('', rowOf(['logo', 'copy', 'prices', 'cta'], places)) + hidden
    }
    case 'billboard': {
      const grid = gridOf(
        [px(edge), fill, px(edge), 'auto', px(edge)],
        [
          [px(edge), '.', '.', '.', '.', '.'],
          ['auto', '.', 'logo', '.', 'badge', '.'],
          [px(2 * step), '.', '.', '.', '.', '.'],
          [fill, '.', 'copy', '.', 'deal', '.'],
          [px(edge), '.', '.', '.', '.', '.'],
        ],
      )
      const deal = of(' .deal', 'flex-direction:column;justify-content:center;align-items:flex-end')
      return (
        of('', grid) +
        hidden +
        deal +
        of(' .badge', 'grid-area:badge;justify-self:end;align-self:center;margin:0;max-width:100%')
      )
    }
    case 'rectangle':
    case 'portrait':
    case 'skyscraper': {
      const grid = stackOf(edge, [
        [px(edge), '.'],
        ['auto', 'logo'],
        [px(2 * step), '.'],
        ['auto', 'badge'],
        [fill, 'copy'],
        [px(2 * step), '.'],
        ['auto', 'deal'],
        [px(edge), '.'],
      ])
      const logo = of(' .logo', 'grid-area:logo;padding:0')
      const copy = of(' .copy', 'justify-content:center')
      return (
        of('', grid) +
        hidden +
        logo +
        copy +
        of(' .badge', `grid-area:badge;justify-self:start;align-self:start;margin:0 0 ${px(step)}`)
      )
    }
  }
}

/** The layout of a family in a size. */
export const layoutOf = (family: Family, input: LayoutInput): Layout => {
  const layout = byShape(family, input)
  return { ...layout, css: layout.css + bareOf(input) }
}
