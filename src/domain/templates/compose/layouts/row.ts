import type { Family } from '../family.ts'
import { px, rowOf } from './grid.ts'
import { heightsOf, type Layout, type LayoutInput } from './layout.ts'

/** Leaderboards and mobile banners: all parts in one row. */
export const rowsFor = (family: Family, { shape, size: { width, height }, scale, edge }: LayoutInput): Layout => {
  const { step } = scale
  const isTiny = shape === 'mobile'
  const orders: Readonly<Record<Family, Parameters<typeof rowOf>[0]>> = {
    'product-right': ['logo', 'copy', 'prices', 'cta', 'picture'],
    'product-left': ['picture', 'logo', 'copy', 'prices', 'cta'],
    'full-bleed': ['picture', 'logo', 'copy', 'prices', 'cta'],
    'color-block': ['logo', 'picture', 'copy', 'prices', 'cta'],
    framed: ['logo', 'copy', 'picture', 'prices', 'cta'],
    'text-led': ['logo', 'copy', 'prices', 'cta', 'picture'],
  }
  const side = height - 2 * edge
  const panels: Readonly<Record<Family, number>> = {
    'product-right': 1.25 * side,
    'product-left': 1.25 * side,
    'full-bleed': (isTiny ? 1.35 : 1.5) * side,
    'color-block': 0.98 * side,
    framed: side - 2 * step,
    'text-led': side - 2 * step,
  }
  const isFlush = family === 'product-right' || family === 'product-left' || family === 'full-bleed'
  const picture = panels[family]
  const gap = step * 4
  const logo = scale.logo.width
  const css = [
    `.stage{${rowOf(orders[family], { picture, gap, edge: gap, logo, stacked: isTiny, isFlush })}}.deal{display:contents}`,
    `.picture{align-self:${isFlush ? 'stretch' : 'center'}}`,
    isTiny
      ? ''
      : `.prices{flex-direction:column;align-items:flex-end}.badge{grid-area:badge;justify-self:end;margin:0 0 ${px(step)};max-width:${px(0.17 * width)}}`,
    ...(isTiny || family === 'full-bleed'
      ? []
      : [`.picture img{inset:${px(step)};width:calc(100% - ${px(2 * step)});height:calc(100% - ${px(2 * step)})}`]),
    ...(isFlush ? [] : [`.picture{height:${px(picture)}}`]),
    ...(family === 'color-block' ? ['.picture img{inset:12%;width:76%;height:76%}'] : []),
  ]
  const deal = isTiny ? { price: 0, cta: 0.32 * width } : { price: 0.17 * width, cta: 0.2 * width }
  const free = width - picture - logo - deal.price - deal.cta - gap * (isTiny ? 5 : 6)
  const round: Readonly<Record<Family, string>> = {
    'product-right': `${px(5 * step)} 0 0 ${px(5 * step)}`,
    'product-left': `0 ${px(5 * step)} ${px(5 * step)} 0`,
    'full-bleed': `0 ${px(5 * step)} ${px(5 * step)} 0`,
    'color-block': '999px',
    framed: px(2 * step),
    'text-led': '999px',
  }
  return {
    css: css.join(''),
    copy: { width: free, height: height - 2 * edge - 4 * step - heightsOf(scale).name(1), lines: isTiny ? 0 : 2 },
    nameLines: 1,
    deal: isTiny ? { price: free, cta: deal.cta } : deal,
    emphasis: family === 'text-led' ? 1.15 : 1,
    align: 'left',
    panelRadius: round[family],
    covers: family === 'full-bleed',
    plate: 'none',
  }
}
