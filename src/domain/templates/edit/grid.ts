import * as css from 'css-tree'

/** A grid with named areas: the sizes of its columns, and of each row with the area of each cell; `.` is none. */
export type Grid = {
  readonly columns: readonly string[]
  readonly rows: readonly { readonly size: string; readonly areas: readonly string[] }[]
}
const none = '.'

/** Reads the value of grid-template; undefined: it has no named areas. */
export const gridOf = (value: string | undefined): Grid | undefined => {
  if (value === undefined || !value.includes('"')) return undefined
  const rows: { size: string; areas: readonly string[] }[] = []
  const columns: string[] = []
  let isAcross = false
  const tree = css.parse(value, { context: 'value' })
  if (tree.type !== 'Value') return undefined
  tree.children.forEach(node => {
    const last = rows.at(-1)
    if (node.type === 'Operator') isAcross = true
    else if (node.type === 'String')
      rows.push({ size: 'auto', areas: node.value.split(' ').filter(area => area !== '') })
    else if (isAcross) columns.push(css.generate(node))
    else if (last) last.size = css.generate(node)
  })
  const isWhole = rows.length > 0 && rows.every(({ areas }) => areas.length === columns.length)
  return isWhole ? { columns, rows } : undefined
}
/** The value of grid-template. */
export const gridText = ({ columns, rows }: Grid): string =>
  `${rows.map(({ size, areas }) => `"${areas.join(' ')}" ${size}`).join(' ')}/${columns.join(' ')}`

const turned = ({ columns, rows }: Grid): Grid => ({
  columns: rows.map(({ size }) => size),
  rows: columns.map((size, c) => ({ size, areas: rows.map(({ areas }) => areas[c] ?? none) })),
})
const mirrored = ({ columns, rows }: Grid): Grid => ({
  columns: columns.toReversed(),
  rows: rows.map(({ size, areas }) => ({ size, areas: areas.toReversed() })),
})
const inColumn = ({ rows }: Grid, c: number): readonly string[] => [
  ...new Set(rows.map(({ areas }) => areas[c] ?? none).filter(area => area !== none)),
]
export const hasArea = ({ rows }: Grid, area: string): boolean => rows.some(({ areas }) => areas.includes(area))

/** Whether an area reaches from one side of all others to the other: nothing is beside it. */
export const reachesAcross = (grid: Grid, area: string): boolean =>
  grid.columns
    .keys()
    .filter(c => inColumn(grid, c).length > 0)
    .every(c => grid.rows.some(row => row.areas[c] === area))

/** The first and the last column of an area; undefined: it has none. */
export const columnsOf = ({ columns, rows }: Grid, area: string): { first: number; last: number } | undefined => {
  const at = columns
    .keys()
    .filter(c => rows.some(({ areas }) => areas[c] === area))
    .toArray()
  return at.length === 0 ? undefined : { first: at[0]!, last: at.at(-1)! }
}

/** Whether every area is a rectangle, as browsers demand. */
const isValid = (grid: Grid): boolean => {
  const cells = new Map<string, (readonly [number, number])[]>()
  for (const [r, { areas }] of grid.rows.entries())
    for (const [c, area] of areas.entries()) if (area !== none) cells.set(area, [...(cells.get(area) ?? []), [r, c]])
  return cells.values().every(places => {
    const spread = (at: 0 | 1) => Math.max(...places.map(p => p[at])) - Math.min(...places.map(p => p[at])) + 1
    return spread(0) * spread(1) === places.length
  })
}

/** Columns that belong together: those of an area that has them for itself, or one column; without gaps and edges. */
type Group = { readonly areas: readonly string[]; readonly at: readonly number[] }
const groupsOf = (grid: Grid): readonly Group[] => {
  const groups: Group[] = []
  for (const c of grid.columns.keys()) {
    const areas = inColumn(grid, c)
    const last = groups.at(-1)
    if (areas.length === 0) continue
    if (last && areas.length === 1 && last.areas.length === 1 && last.areas[0] === areas[0] && last.at.at(-1) === c - 1)
      groups[groups.length - 1] = { areas, at: [...last.at, c] }
    else groups.push({ areas, at: [c] })
  }
  return groups
}

/** Puts the groups into another order; gaps stay between them, and an edge stays where a group does not reach it. */
const arranged = (grid: Grid, before: readonly Group[], after: readonly Group[]): Grid | undefined => {
  const isEmpty = (c: number) => inColumn(grid, c).length === 0
  const [first, last] = [before[0], before.at(-1)]
  const end = grid.columns.length - 1
  const edges = [0, end].filter(isEmpty)
  const gaps = grid.columns
    .keys()
    .filter(c => c > 0 && c < end && isEmpty(c))
    .toArray()
  const flush = new Set([...(isEmpty(0) ? [] : [first]), ...(isEmpty(end) ? [] : [last])])
  const edge = edges[0]
  const order: number[] = []
  for (const [i, group] of after.entries()) {
    if (i === 0 && edge !== undefined && !flush.has(group)) order.push(edge)
    const gap = gaps[Math.min(i - 1, gaps.length - 1)]
    if (i > 0 && gap !== undefined) order.push(gap)
    order.push(...group.at)
    if (i === after.length - 1 && edge !== undefined && !flush.has(group)) order.push(edge)
  }
  const made: Grid = {
    columns: order.map(c => grid.columns[c]!),
    rows: grid.rows.map(({ size, areas }) => ({ size, areas: order.map(c => areas[c]!) })),
  }
  return isValid(made) ? made : undefined
}

/** Whether no other area is wholly before an area, in the order of columns. */
const isFirst = (grid: Grid, area: string): boolean => {
  const columns = grid.columns
    .keys()
    .map(c => inColumn(grid, c))
    .toArray()
  const at = columns.findIndex(areas => areas.includes(area))
  return columns
    .slice(0, at)
    .every(areas => areas.every(other => columns.slice(at).some(later => later.includes(other))))
}

/** What moved to make room. */
export type Moved = { readonly grid: Grid; readonly besides: readonly string[] }

/** An area at the left, by moving its columns where it has them for itself, otherwise by mirroring; undefined: there is no place. */
const leftmost = (grid: Grid, area: string): Moved | undefined => {
  if (isFirst(grid, area)) return { grid, besides: [] }
  const groups = groupsOf(grid)
  const own = groups.find(({ areas }) => areas.length === 1 && areas[0] === area)
  const [first] = groups
  if (own && first && groups.length > 2) {
    const others = groups.filter(group => group !== own)
    const isFlush = inColumn(grid, 0).length > 0
    // what reaches the edge goes to the other edge, where it reaches it again
    const moved = isFlush ? [own, ...others.filter(group => group !== first), first] : [own, ...others]
    const made = arranged(grid, groups, moved)
    if (made) return { grid: made, besides: isFlush ? first.areas : [] }
  }
  const other = mirrored(grid)
  if (isFirst(other, area)) {
    const others = [...new Set(other.rows.flatMap(({ areas }) => areas))]
    return { grid: other, besides: others.filter(one => one === 'picture' && one !== area) }
  }
  // with what is above or below it
  const shared = groups.find(({ areas }) => areas.includes(area))
  const made = shared && arranged(grid, groups, [shared, ...groups.filter(group => group !== shared)])
  return made && isFirst(made, area) ? { grid: made, besides: [] } : undefined
}
const back = (moved: Moved | undefined, by: (grid: Grid) => Grid): Moved | undefined =>
  moved && { ...moved, grid: by(moved.grid) }

/** A grid with an area at one of its sides; undefined: there is no place for it. */
export const atSide = (grid: Grid, area: string, side: 'left' | 'right' | 'top' | 'bottom'): Moved | undefined => {
  switch (side) {
    case 'left':
      return leftmost(grid, area)
    case 'right':
      return back(leftmost(mirrored(grid), area), mirrored)
    case 'top':
      return back(stacked(turned(grid), area), turned)
    case 'bottom':
      return back(stacked(mirrored(turned(grid)), area), other => turned(mirrored(other)))
  }
}
/** Rows are moved, never mirrored: a price above its product would be odd. Other areas may reach across them. */
const stacked = (grid: Grid, area: string): Moved | undefined => {
  if (isFirst(grid, area)) return { grid, besides: [] }
  const groups = grid.columns
    .keys()
    .map(c => ({ areas: inColumn(grid, c), at: [c] }))
    .filter(({ areas }) => areas.length > 0)
    .toArray()
  const own = groups.filter(({ areas }) => areas.includes(area))
  const made = arranged(grid, groups, [...own, ...groups.filter(group => !own.includes(group))])
  return made && isFirst(made, area) ? { grid: made, besides: [] } : undefined
}

const number = /^([0-9]{1,5}(?:\.[0-9]{1,4})?)(px|%)$/
/** A grid in which the sizes of an area's own columns and rows are multiplied; undefined: it has none that are known. */
export const sizedArea = (grid: Grid, area: string, times: number): Grid | undefined => {
  const change = (given: Grid): Grid => ({
    ...given,
    columns: given.columns.map((size, c) => {
      const areas = inColumn(given, c)
      const [, value, unit] = number.exec(size) ?? []
      const isOwn = areas.includes(area) && given.rows.some(row => row.areas[c] === area) && value !== undefined
      return isOwn ? `${Math.round(Number(value) * times * 100) / 100}${unit}` : size
    }),
  })
  // an area that reaches across grows in the other direction only
  const wide = reachesAcross(grid, area) ? grid : change(grid)
  const made = reachesAcross(turned(wide), area) ? wide : turned(change(turned(wide)))
  return gridText(made) === gridText(grid) ? undefined : made
}

/** A grid whose gaps and edges are multiplied. */
export const spacedGrid = (grid: Grid, times: number): Grid => {
  const change = (given: Grid): Grid => ({
    ...given,
    columns: given.columns.map((size, c) => {
      const [, value, unit] = number.exec(size) ?? []
      return value !== undefined && inColumn(given, c).length === 0
        ? `${Math.round(Number(value) * times * 100) / 100}${unit}`
        : size
    }),
  })
  return turned(change(turned(change(grid))))
}
