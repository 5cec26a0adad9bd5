// @ts-check

/**
 * The rows of a CSV (RFC 4180) by the names of its columns.
 * @param {string} text
 * @returns {readonly Readonly<Record<string, string>>[]}
 */
export const rowsOf = text => {
  /** @type {string[][]} */
  const rows = [[]]
  // a cell in quotes, where two quotes are one, or any other cell; then what ends it
  for (const [, quoted, plain, end] of text
    .replace(/^\uFEFF/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === '') break
    if (end !== ',') rows.push([])
  }
  const [names = [], ...others] = rows.filter(row => row.length > 1)
  return others.map(row => Object.fromEntries(names.map((name, i) => [name, row[i] ?? ''])))
}
