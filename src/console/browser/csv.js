// @ts-check

/**
 * The cells of a CSV (RFC 4180) by rows, in one pass.
 * @param {string} text
 */
const cellsOf = text => {
  /** @type {string[][]} */
  const rows = [['']]
  let isQuoted = false
  const add = (/** @type {string} */ character) => {
    const row = rows[rows.length - 1] ?? []
    row[row.length - 1] += character
  }
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if (character === '"') {
      // two quotes within quotes are one
      if (isQuoted && text[at + 1] === '"') add(text[++at] ?? '')
      else isQuoted = !isQuoted
    } else if (isQuoted) add(character)
    else if (character === ',') rows[rows.length - 1]?.push('')
    else if (character === '\n') rows.push([''])
    else if (character !== '\r') add(character)
  }
  return rows
}

/**
 * The rows of a CSV by the names of its columns.
 * @param {string} text
 * @returns {readonly Readonly<Record<string, string>>[]}
 */
export const rowsOf = text => {
  const [names = [], ...others] = cellsOf(text.replace(/^\uFEFF/, '')).filter(row => row.length > 1)
  return others.map(row => Object.fromEntries(names.map((name, i) => [name, row[i] ?? ''])))
}
