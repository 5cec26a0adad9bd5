import type { Family } from '../family.ts'
import { column, fill, gridOf, px, splitOf } from './grid.ts'
import { heightsOf, type Layout, type LayoutInput } from './layout.ts'

/** Wide ads with room for a headline, beside a picture that is about as high as the ad. */
export const billboardOf = (family: Family, { size: { width, height }, scale, edge }: LayoutInput): Layout => {
  const { step } = scale
  const heights = heightsOf(scale)
  const padding = 4 * step
  const gap = 4 * step
  const inner = width - 2 * padding - 2 * edge
  const around = (radius: number) => px(radius * step)
  const [besideDeal, ownDeal] = [
    height -
      2 * edge -
      9 * step -
      scale.logo.height -
      (family === 'full-bleed' ? heights.dealBeside : heights.button) -
      heights.name(1),
    height - 2 * edge - 7.5 * step - scale.logo.height - heights.name(2),
  ]
  const base = {
    nameLines: 1,
    emphasis: 1,
    align: 'left' as const,
    covers: false,
    plate: 'none' as const,
    deal: { price: 0.24 * width, cta: 0.24 * width },
  }
  const below = `.deal{justify-content:flex-start;column-gap:${px(gap)}}`
  const split = (side: 'left' | 'right', share: number) => ({
    css: `.stage{${splitOf(side, { picture: px(share * width), gap, edge: padding, isFlush: true }, column(3 * step, 1.5 * step, false))}}${below}`,
    copy: { width: (1 - share) * width - 2 * padding - gap, height: besideDeal, lines: 2 },
  })
  /** Three columns: the picture in the middle, or first or last, and price and button in a column of their own. */
  const three = (order: readonly ['copy' | 'picture', 'copy' | 'picture'], picture: number, deal: string) => {
    const size = { copy: fill, picture: px(picture) }
    const columns = [px(padding), size[order[0]], px(gap), size[order[1]], px(gap), deal, px(padding)]
    const row = (text: string) => ['.', ...order.flatMap(area => [area === 'copy' ? text : area, '.']), 'deal', '.']
    return `.stage{${gridOf(columns, [
      [px(2.5 * step), '.', '.', '.', '.', '.', '.', '.'],
      ['auto', ...row('logo')],
      [px(1.5 * step), ...row('.')],
      [fill, ...row('copy')],
      [px(3 * step), '.', '.', '.', '.', '.', '.', '.'],
    ])}}.deal{flex-direction:column;justify-content:center;row-gap:${px(2 * step)}}.prices{justify-content:center}`
  }
  const circle = (side: number) =>
    `.picture{align-self:center;height:${px(side)};margin:${px(-2.5 * step)} 0}.picture img{inset:12%;width:76%;height:76%}.badge{margin:0}`
  switch (family) {
    case 'product-right':
      return { ...base, ...split('right', 0.36), panelRadius: `${around(9)} 0 0 ${around(9)}` }
    case 'product-left':
      return { ...base, ...split('left', 0.36), panelRadius: `0 ${around(9)} ${around(9)} 0` }
    case 'full-bleed':
      return { ...base, ...split('right', 0.45), panelRadius: `${around(3)} 0 0 ${around(3)}`, covers: true }
    case 'color-block': {
      const side = height - 2 * step - 2 * edge
      const deal = 0.23 * width
      return {
        ...base,
        css: `${three(['picture', 'copy'], side, px(deal))}${circle(side)}`,
        copy: { width: inner - side - deal - 2 * gap, height: ownDeal, lines: 2 },
        nameLines: 2,
        deal: { price: deal, cta: deal },
        panelRadius: '999px',
      }
    }
    case 'framed': {
      const picture = 0.3 * width
      const side = (inner - picture) / 2 - gap
      return {
        ...base,
        css: `${three(['copy', 'picture'], picture, fill)}`,
        copy: { width: side, height: ownDeal, lines: 2 },
        nameLines: 2,
        emphasis: 0.9,
        deal: { price: side, cta: side },
        panelRadius: around(2),
      }
    }
    case 'text-led': {
      const side = height - 4 * step
      return {
        ...base,
        css: `.stage{${splitOf('right', { picture: px(side), gap, edge: padding, isFlush: false }, column(2.5 * step, step, false))}}${below}${circle(side)}`,
        copy: { width: inner - side - gap, height: besideDeal + 2 * step, lines: 2 },
        emphasis: 1.3,
        panelRadius: '999px',
      }
    }
  }
}
