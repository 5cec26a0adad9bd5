/** The CSS value of a member of a transformation; undefined for one in an unexpected form, so that nothing can be injected. */
export type Read = (value: unknown) => string | undefined

/** A number in a range. */
export const number =
  (min: number, max: number) =>
  (value: unknown): string | undefined =>
    typeof value === 'number' && value >= min && value <= max ? String(value) : undefined
/** A number of pixels, or a string with one of the units px, %, em, rem, pt. */
export const length = (value: unknown): string | undefined => {
  if (typeof value === 'number' && Math.abs(value) <= 10_000) return `${value}px`
  return typeof value === 'string' && /^-?\d{1,5}(?:\.\d{1,3})?(?:px|%|em|rem|pt)$/.test(value) ? value : undefined
}
/** A non-negative length. */
export const extent = (value: unknown): string | undefined => {
  const found = length(value)
  return found?.startsWith('-') ? undefined : found
}
/** One of these words. */
export const word =
  (...words: readonly string[]) =>
  (value: unknown): string | undefined =>
    words.find(w => w === value)
/** A colour by its name, in hexadecimal digits, or as rgb() or hsl(). */
export const colour = (value: unknown): string | undefined =>
  typeof value === 'string' && /^(?:#[0-9a-f]{3,8}|[a-z]{3,30}|(?:rgb|hsl)a?\([\d\s.,%/]{1,60}\))$/i.test(value)
    ? value
    : undefined
/** Families that CSS knows by a word; in quotes they would be the names of fonts that nobody has. */
const genericFamilies: ReadonlySet<string> = new Set(
  'serif sans-serif monospace cursive fantasy system-ui ui-serif ui-sans-serif ui-monospace ui-rounded math'.split(' '),
)
/** A family of a list; names may have quotes. */
const family = (given: string): string | undefined => {
  const name = given.trim()
  const [, , inQuotes] = /^(["'])([^"']*)\1$/.exec(name) ?? []
  if (inQuotes === undefined && genericFamilies.has(name.toLowerCase())) return name.toLowerCase()
  const bare = inQuotes ?? name
  return /^[\p{L}\d -]*$/u.test(bare) ? `"${bare.trim()}"` : undefined
}
/** A list of fonts, separated by commas. */
export const fontFamily = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || !/^[\p{L}\d ,"'-]{1,120}$/u.test(value)) return undefined
  const families = value.split(',').map(family)
  return families.includes(undefined) ? undefined : families.join(', ')
}
/** The weight of a font. */
export const weight = (value: unknown) => number(1, 1000)(value) ?? word('normal', 'bold', 'lighter', 'bolder')(value)
