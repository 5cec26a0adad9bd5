// @ts-check

/** @typedef {Record<string, unknown>} Item */

/** @param {unknown} value @returns {value is Item} */
const isItem = value => typeof value === 'object' && value !== null && !Array.isArray(value)

/** @param {unknown} value @param {readonly string[]} path @returns {unknown} */
const at = (value, path) => path.reduce((found, name) => (isItem(found) ? found[name] : undefined), value)

/** The names in a reference such as `#/components/schemas/Problem` (RFC 6901). @param {string} reference */
const namesIn = reference =>
  reference
    .split('/')
    .slice(1)
    .map(name => name.replaceAll('~1', '/').replaceAll('~0', '~'))

/** Two schemas that both hold, as one; what the second says of a member counts. @param {Item} one @param {Item} other @returns {Item} */
const both = (one, other) => {
  /** @type {Item} */
  const result = { ...one }
  for (const [name, value] of Object.entries(other)) {
    const known = result[name]
    if (name === 'required' && Array.isArray(known) && Array.isArray(value)) result[name] = [...known, ...value]
    else result[name] = isItem(known) && isItem(value) ? both(known, value) : value
  }
  return result
}

/**
 * What a document has at a path, with what its references refer to in their place, and the members of an `allOf` as one
 * schema. A reference inside of what it refers to stays.
 *
 * Swagger UI shows this for an operation that is opened. Its own resolver reads the whole document anew each time, which
 * took five seconds for 161 operations; ours refer only to the document itself.
 * @param {unknown} document
 * @param {readonly string[]} path names of members, from the document on
 * @returns {unknown}
 */
export const resolvedAt = (document, path) => {
  /** @param {unknown} value @param {readonly string[]} open references that this is part of @returns {unknown} */
  const resolved = (value, open) => {
    if (Array.isArray(value)) return value.map(item => resolved(item, open))
    if (!isItem(value)) return value
    const { $ref: reference, ...beside } = value
    if (typeof reference === 'string') {
      if (open.includes(reference)) return value
      const found = resolved(at(document, namesIn(reference)), [...open, reference])
      return isItem(found) ? { ...found, ...beside } : value
    }
    const { allOf, ...own } = Object.fromEntries(Object.entries(value).map(([name, v]) => [name, resolved(v, open)]))
    if (!Array.isArray(allOf) || !allOf.every(isItem)) return allOf === undefined ? own : { ...own, allOf }
    return [...allOf, own].reduce(both, {})
  }
  return resolved(at(document, path), [])
}
