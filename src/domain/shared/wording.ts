/** `1 file`, `3 files`. */
export const count = (value: number, one: string, many = `${one}s`): string => `${value} ${value === 1 ? one : many}`

/** `3 files and 1 folder` from `{ file: 3, folder: 1 }`; zeros are omitted. */
export const counts = (values: Readonly<Record<string, number>>): string =>
  Object.entries(values)
    .filter(([, value]) => value > 0)
    .map(([one, value]) => count(value, one))
    .join(' and ') || 'nothing'

/** A size for people, at least 1 kB. */
export const kilobytes = (size: number): string => `${Math.max(1, Math.round(size / 1000))} kB`

/** A limit for people, a whole number of bytes: `10 MiB`, `64 KiB`, `500 bytes`. */
export const binarySize = (bytes: number): string => {
  if (bytes >= 1_048_576) return `${Math.round((bytes / 1_048_576) * 10) / 10} MiB`
  return bytes >= 1_024 ? `${Math.round((bytes / 1_024) * 10) / 10} KiB` : count(bytes, 'byte')
}

/** Joins clauses to a sentence: `One; two.` */
export const sentence = (...clauses: readonly string[]): string => {
  const text = clauses.join('; ')
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`
}

/** The end of a sentence: `: reason.`, or only the full stop. Does not double a full stop at the end of the reason. */
export const because = (reason?: string): string => {
  if (reason === undefined || reason === '') return '.'
  return /[.!?…]$/.test(reason) ? `: ${reason}` : `: ${reason}.`
}

/** Names in a sentence, at most. */
const mostNamed = 10

/** Names for a sentence: the first ten, and how many more there are. */
export const someOf = (names: readonly string[]): string => {
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : ''
  return `${names.slice(0, mostNamed).join(', ')}${more}`
}
