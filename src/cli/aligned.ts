import Table, { type CharName } from 'cli-table3'

const borders: readonly CharName[] = [
  ...(['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'] as const),
  ...(['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'] as const),
]
const chars = { ...Object.fromEntries(borders.map(name => [name, ''])), middle: '  ' }
const style = { 'padding-left': 0, 'padding-right': 0, head: [], border: [] }

/** Rows of cells as lines whose columns stand below each other: a table without borders. */
export const aligned = (rows: readonly (readonly string[])[]): readonly string[] => {
  const table = new Table({ chars, style })
  for (const row of rows) table.push([...row])
  return table
    .toString()
    .split('\n')
    .map(line => line.trimEnd())
}
