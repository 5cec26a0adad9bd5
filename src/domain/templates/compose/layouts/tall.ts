import type { Family } from '../family.ts'
import { fill, px, stackOf } from './grid.ts'
import { heightsOf, type Layout, type LayoutInput } from './layout.ts'

/** Portraits and skyscrapers: one column. */
export const tallOf = (family: Family, { shape, size: { width, height }, scale, edge }: LayoutInput): Layout => {
  const { step, logo } = scale
  const isNarrow = shape === 'skyscraper'
  const padding = (isNarrow ? 3 : 4) * step
  const inner = width - 2 * padding - 2 * edge
  const gap = (isNarrow ? 2.5 : 2) * step
  const around = (radius: number) => px(radius * step)
  /** Heights of a picture: about square, but higher where the ad is narrow; never more than its share of the ad. */
  const high = (wide: number, most = 0.37) => Math.min(wide * (isNarrow ? 1.35 : 1), most * height)
  const pictures: Readonly<Record<Family, number>> = {
    'product-right': high(isNarrow ? width : inner),
    'product-left': high(1.02 * width),
    'full-bleed': isNarrow ? 1.7 * width : 0.46 * height,
    'color-block': (isNarrow ? 1.16 : 0.75) * width,
    framed: high(inner),
    'text-led': (isNarrow ? 1 : 0.74) * inner,
  }
  const picture = pictures[family]
  const nameLines = isNarrow ? 3 : 2
  const heights = heightsOf(scale)
  const margins = (family === 'product-left' || family === 'full-bleed' ? 1 : 2) * padding + 4 * gap
  const withLogo = family === 'full-bleed' ? 0 : logo.height
  const room = height - 2 * edge - margins - withLogo - picture - heights.dealBelow - heights.name(nameLines)
  const base = {
    copy: { width: inner, height: room, lines: isNarrow ? 4 : 3 },
    nameLines,
    emphasis: 1,
    align: 'left' as const,
    covers: false,
    plate: 'none' as const,
    deal: { price: inner, cta: inner },
  }
  const below = `.deal{flex-direction:column;align-items:stretch;row-gap:${px(2 * step)}}`
  const top = [
    [px(padding), '.'],
    ['auto', 'logo'],
    [px(gap), '.'],
  ] as const
  const bottom = [
    [px(gap), '.'],
    ['auto', 'deal'],
    [px(padding), '.'],
  ] as const
  /** Below a picture the copy follows at once, where an ad is much higher than its texts. */
  const atTop = isNarrow ? '.copy{justify-content:flex-start}' : ''
  const round = '.picture img{inset:12%;width:76%;height:76%}'
  switch (family) {
    case 'product-right':
      return {
        ...base,
        css: `.stage{${stackOf(padding, [...top, [fill, 'copy'], [px(gap), '.'], [px(picture), 'picture', isNarrow], ...bottom])}}${below}`,
        panelRadius: isNarrow ? `${around(9)} 0 0 0` : around(4),
      }
    case 'product-left':
      return {
        ...base,
        css: `.stage{${stackOf(padding, [[px(picture), 'picture', true], [px(1.2 * gap), '.'], ...top.slice(1), [fill, 'copy'], ...bottom])}}${below}${atTop}`,
        panelRadius: `0 0 ${around(9)} 0`,
      }
    case 'full-bleed':
      return {
        ...base,
        css: `.stage{${stackOf(padding, [[px(picture), 'picture', true], [px(1.2 * gap), '.'], [fill, 'copy'], ...bottom])}}.logo{grid-row:1;grid-column:1/-1;align-self:start}.badge{align-self:end}${below}${atTop}`,
        panelRadius: `0 0 ${around(5)} ${around(5)}`,
        covers: true,
        plate: 'ad',
      }
    case 'color-block': {
      const side = px(picture)
      return {
        ...base,
        css: `.stage{${stackOf(padding, [...top, [side, 'picture', true], [px(gap), '.'], [fill, 'copy'], ...bottom])}}.picture{justify-self:center;width:${side}${isNarrow ? `;margin:0 ${px(-width)}` : ''}}${round}.badge{margin:0 ${around(2)}}${below}${atTop}`,
        emphasis: isNarrow ? 1 : 1.1,
        panelRadius: '999px',
      }
    }
    case 'framed':
      return {
        ...base,
        css: `.stage{${stackOf(padding, [...top, [px(picture), 'picture'], [px(gap), '.'], [fill, 'copy'], ...bottom])}}.logo{justify-self:center;text-align:center}.prices{justify-content:center}${below}${atTop}`,
        align: 'center',
        panelRadius: around(2),
      }
    case 'text-led': {
      const side = px(picture)
      return {
        ...base,
        css: `.stage{${stackOf(padding, [...top, [fill, 'copy'], [px(gap), '.'], [side, 'picture'], ...bottom])}}.copy{justify-content:flex-start;padding-top:${px(step)}}.picture{justify-self:end;width:${side}}${round}.badge{margin:0}${below}`,
        copy: { width: inner, height: room, lines: isNarrow ? 5 : 4 },
        emphasis: isNarrow ? 1.1 : 1.3,
        panelRadius: '999px',
      }
    }
  }
}
