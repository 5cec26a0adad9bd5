/** A row of a feed before it has columns: paths of values, such as `price/amount` and `@id`, and their text. */
export type Values = Map<string, string>

/** The path of the name that a row has in the object of which it is a member. */
export const keyPath = '@key'

/** Adds a value; those of repeated elements are joined by commas. */
export const addValue = (values: Values, path: string, text: string): void => {
  const before = values.get(path)
  values.set(path, before === undefined ? text : before === '' ? text : text === '' ? before : `${before},${text}`)
}

/** A number that is kept as it is written (JSON.rawJSON). */
type RawNumber = { readonly rawJSON: string }
const { isRawJSON } = JSON as unknown as { readonly isRawJSON: (value: unknown) => value is RawNumber }

const scalar = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value
    : value === null
      ? ''
      : typeof value === 'number' || typeof value === 'boolean'
        ? String(value)
        : isRawJSON(value)
          ? value.rawJSON
          : undefined

/** The values of a JSON object, those of objects within it by their path. A list of objects stays JSON. */
export const valuesOf = (object: Readonly<Record<string, unknown>>): Values => {
  const values: Values = new Map()
  const add = (member: unknown, path: string): void => {
    const text = scalar(member)
    if (text !== undefined) addValue(values, path, text)
    else if (Array.isArray(member)) {
      const texts = member.map(scalar)
      addValue(values, path, texts.includes(undefined) ? JSON.stringify(member) : texts.join(','))
    } else for (const [name, below] of Object.entries(member as object)) add(below, `${path}/${name}`)
  }
  for (const [name, member] of Object.entries(object)) add(member, name)
  return values
}

/** A column for a path: letters, digits and underscores, as templates name columns. */
export const columnOf = (path: string): string => {
  const name = path
    .replaceAll('@', '')
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '_')
    .slice(0, 255)
  return /^\p{N}/u.test(name) ? `_${name}`.slice(0, 255) : name === '' ? 'value' : name
}
