import type { Family } from '../family.ts'
import { column, fill, gridOf, px, type SplitRow, splitOf, stackOf } from './grid.ts'
import { heightsOf, type Layout, type LayoutInput } from './layout.ts'

/** Ads about as high as wide: copy and picture side by side, price and button across below them. */
export const rectangleOf = (family: Family, { size: { width, height }, scale, edge }: LayoutInput): Layout => {
  const { step, logo } = scale
  const heights = heightsOf(scale)
  const padding = 4 * step
  const gap = 3 * step
  const inner = width - 2 * padding - 2 * edge
  const around = (radius: number) => px(radius * step)
  const free = height - 2 * edge - heights.dealBeside - heights.name(2)
  const besideLogo = free - logo.height - 11 * step
  const base = {
    nameLines: 2,
    emphasis: 1,
    align: 'left' as const,
    covers: false,
    plate: 'none' as const,
    deal: { price: 0.54 * inner, cta: 0.46 * inner },
  }
  const split = (side: 'left' | 'right') => {
    const picture = 0.45 * width
    return {
      css: `.stage{${splitOf(side, { picture: px(picture - padding), gap, edge: padding, isFlush: true }, column(3.5 * step, 2 * step, true))}}`,
      copy: { width: inner - picture + padding - gap, height: besideLogo, lines: 3 },
    }
  }
  /** A picture of its own height beside the copy, within the margins. */
  const beside = (picture: number, rows: readonly SplitRow[]) => ({
    css: `.stage{${splitOf('right', { picture: px(picture), gap, edge: padding, isFlush: false }, rows)}}.picture{align-self:center;height:${px(picture)}}`,
    copy: { width: inner - picture - gap, height: besideLogo, lines: 3 },
  })
  switch (family) {
    case 'product-right':
      return { ...base, ...split('right'), panelRadius: `0 0 0 ${around(8)}` }
    case 'product-left':
      return { ...base, ...split('left'), panelRadius: `0 0 ${around(8)} 0` }
    case 'full-bleed':
      return {
        ...base,
        css: `.stage{${stackOf(padding, [
          [px(0.5 * height), 'picture', true],
          [px(1.5 * step), '.'],
          [fill, 'copy'],
          [px(step), '.'],
          ['auto', 'deal'],
          [px(3 * step), '.'],
        ])}}.logo{grid-row:1;grid-column:1/-1;align-self:start}.logo{max-width:46%}.badge{justify-self:end;max-width:42%}`,
        copy: { width: inner, height: 0.5 * height - 5.5 * step - heights.dealBeside - heights.name(1), lines: 1 },
        nameLines: 1,
        panelRadius: `0 0 ${around(4)} ${around(4)}`,
        covers: true,
        plate: 'ad',
      }
    case 'color-block': {
      const picture = 0.46 * width
      const { css, copy } = beside(picture, column(3.5 * step, 2 * step, true))
      const circle = `.picture{width:${px(picture)};margin:${px(-3 * step)} 0 ${px(-step)} ${px(2 * step)}}.picture img{inset:12%;width:76%;height:76%}.badge{margin:0}`
      return { ...base, css: css + circle, copy, panelRadius: '999px' }
    }
    case 'framed': {
      const picture = 0.44 * width
      return {
        ...base,
        css: `.stage{${gridOf(
          [px(padding), px(picture), px(gap), fill, px(padding)],
          [
            [px(3 * step), '.', '.', '.', '.', '.'],
            ['auto', '.', 'logo', 'logo', 'logo', '.'],
            [px(1.5 * step), '.', '.', '.', '.', '.'],
            [fill, '.', 'picture', '.', 'copy', '.'],
            [px(2 * step), '.', '.', '.', '.', '.'],
            ['auto', '.', 'deal', 'deal', 'deal', '.'],
            [px(3 * step), '.', '.', '.', '.', '.'],
          ],
        )}}.logo{justify-self:center}`,
        copy: { width: inner - picture - gap, height: besideLogo, lines: 3 },
        panelRadius: around(2),
      }
    }
    case 'text-led': {
      const picture = 0.33 * width
      return {
        ...base,
        css: `.stage{${gridOf(
          [px(padding), fill, px(2 * step), px(picture), px(padding)],
          [
            [px(3 * step), '.', '.', '.', '.', '.'],
            [px(picture), '.', 'logo', '.', 'picture', '.'],
            [px(step), '.', '.', '.', '.', '.'],
            [fill, '.', 'copy', 'copy', 'copy', '.'],
            [px(2 * step), '.', '.', '.', '.', '.'],
            ['auto', '.', 'deal', 'deal', 'deal', '.'],
            [px(3.5 * step), '.', '.', '.', '.', '.'],
          ],
        )}}.logo{align-self:start}.badge{grid-area:logo;align-self:end;margin:0}.picture img{inset:12%;width:76%;height:76%}`,
        copy: { width: inner, height: free - picture - 9.5 * step + heights.name(1), lines: 2 },
        nameLines: 1,
        emphasis: 1.1,
        panelRadius: '999px',
      }
    }
  }
}
