export type Row = readonly [height: string, ...areas: readonly string[]]
/** A grid: its rows with their areas, then its columns. */
export const gridOf = (columns: readonly string[], rows: readonly Row[]): string =>
  `grid-template:${rows.map(([height, ...areas]) => `"${areas.join(' ')}" ${height}`).join(' ')}/${columns.join(' ')}`
export const fill = 'minmax(0,1fr)'
export const px = (pixels: number): string => `${Math.round(pixels)}px`

/** One row: the logo, the copy, the price (below the copy where it is `stacked`), the button and the picture. */
export const rowOf = (
  order: readonly ('logo' | 'copy' | 'prices' | 'cta' | 'picture')[],
  {
    picture,
    gap,
    edge,
    logo,
    stacked,
    isFlush,
  }: {
    readonly picture: number
    readonly gap: number
    readonly edge: number
    readonly logo: number
    readonly stacked: boolean
    readonly isFlush: boolean
  },
): string => {
  const parts = stacked ? order.filter(part => part !== 'prices') : order
  const width = { logo: `fit-content(${px(logo)})`, copy: fill, prices: 'auto', cta: 'auto', picture: px(picture) }
  const isEdge = (part: string | undefined) => part === 'picture' && isFlush
  const first = isEdge(parts[0]) ? [] : [px(edge)]
  const last = isEdge(parts.at(-1)) ? [] : [px(edge)]
  const dots = (list: readonly string[]) => list.map(() => '.')
  const columns = [...first, ...parts.flatMap((part, i) => (i === 0 ? [width[part]] : [px(gap), width[part]])), ...last]
  const row = (map: (part: string) => string) => [
    ...dots(first),
    ...parts.flatMap((part, i) => (i === 0 ? [map(part)] : ['.', map(part)])),
    ...dots(last),
  ]
  const only = (...areas: readonly string[]) => row(part => (areas.includes(part) ? '.' : part))
  const instead = (area: string, other: string) => row(part => (part === area ? other : part))
  const rows: readonly Row[] = stacked
    ? [
        [fill, ...only('copy')],
        ['auto', ...row(part => part)],
        ['auto', ...instead('copy', 'prices')],
        [fill, ...only('copy')],
      ]
    : [
        [fill, ...only('prices')],
        ['auto', ...instead('prices', 'badge')],
        ['auto', ...row(part => part)],
        [fill, ...only('prices')],
      ]
  return `${gridOf(columns, rows)};align-items:center`
}

/** Two columns, text and picture, with rows that go across. `rows`: height, area, and whether it goes across. */
export const splitOf = (
  side: 'left' | 'right',
  {
    picture,
    gap,
    edge,
    isFlush,
  }: { readonly picture: string; readonly gap: number; readonly edge: number; readonly isFlush: boolean },
  rows: readonly SplitRow[],
): string => {
  const mirrored = (list: readonly string[]) => (side === 'right' ? list : list.toReversed())
  const line = ([height, area, across]: (typeof rows)[number], i: number): Row => {
    const isEdge = (i === 0 || i === rows.length - 1) && area === '.'
    const shown = isEdge && !isFlush ? '.' : 'picture'
    const areas = !across ? ['.', area, '.', shown, isFlush ? shown : '.'] : ['.', area, area, area, '.']
    return [height, ...mirrored(areas)]
  }
  return gridOf(mirrored([px(edge), fill, px(gap), picture, px(edge)]), rows.map(line))
}

export type StackRow = readonly [height: string, area: string, isFlush?: boolean]
/** One column; rows that are flush reach the edges. */
export const stackOf = (edge: number, rows: readonly StackRow[]): string =>
  gridOf(
    [px(edge), fill, px(edge)],
    rows.map(([height, area, flush]) => (flush ? [height, area, area, area] : [height, '.', area, '.'])),
  )

export type SplitRow = readonly [height: string, area: string, isAcross?: boolean]
/** Which rows a column of text has, from top to bottom. */
export const column = (edge: number, gap: number, isAcross: boolean): readonly SplitRow[] => [
  [px(edge), '.'],
  ['auto', 'logo'],
  [px(gap), '.'],
  [fill, 'copy'],
  [px(gap), '.', isAcross],
  ['auto', 'deal', isAcross],
  [px(edge), '.', isAcross],
]
