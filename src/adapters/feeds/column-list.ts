/** Columns in the order in which they appear. */
export type ColumnList = { readonly names: readonly string[]; placeOf(name: string): number | undefined }

/** A list of columns that grows. */
export const columnList = (first: Iterable<string> = []) => {
  const names = [...first]
  const places = new Map(names.map((name, at) => [name, at]))
  return {
    names,
    placeOf: (name: string): number | undefined => places.get(name),
    /** The place of a column, which is added if it is new. */
    add(name: string): number {
      const known = places.get(name)
      if (known !== undefined) return known
      const at = names.push(name) - 1
      places.set(name, at)
      return at
    },
  }
}

/**
 * The cells of a row, each with the place of its column in a list. A row costs as much as it has cells, however many columns other rows have;
 * no object is made of it, because objects with other members for each row are slow.
 */
export type Cells = { readonly places: readonly number[]; readonly texts: readonly string[] }

/** The cells of values whose columns are found by `placeOf`; undefined: the value has none. */
export const cellsOf = (
  values: Iterable<readonly [string, string]>,
  placeOf: (name: string) => number | undefined,
): Cells => {
  const places: number[] = []
  const texts: string[] = []
  for (const [name, text] of values) {
    const at = placeOf(name)
    if (at === undefined) continue
    places.push(at)
    texts.push(text)
  }
  return { places, texts }
}

/** The cell of a column; empty if the row has none. */
export const cellAt = ({ places, texts }: Cells, column: number | undefined): string =>
  column === undefined ? '' : (texts[places.indexOf(column)] ?? '')

/** A row by column. */
export const byColumn = ({ names }: ColumnList, { places, texts }: Cells): Readonly<Record<string, string>> => {
  const row: Record<string, string> = Object.create(null)
  places.forEach((place, at) => {
    row[names[place]!] = texts[at]!
  })
  return row
}
