const kinds = /^(?:Organization|Corporation|Store|OnlineStore|LocalBusiness|Brand|WebSite|\w{0,30}Store)$/
const mostCharacters = 200_000
const mostNodes = 1_000

export type Organisation = { readonly name?: string; readonly logo?: string }

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch (error) {
    // too deep, or no JSON
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw error
  }
}
const isObject = (u: unknown): u is Readonly<Record<string, unknown>> => typeof u === 'object' && u !== null
const textIn = (u: unknown): string | undefined =>
  typeof u === 'string' && u !== '' ? u : isObject(u) ? textIn(u.url ?? u.contentUrl ?? u['@id']) : undefined

const isOrganisation = (type: unknown): boolean =>
  (Array.isArray(type) ? type : [type]).some(one => typeof one === 'string' && kinds.test(one))

/** The organisation that JSON-LD describes, if it does; `logo` is an address. */
export const organisationIn = (json: string): Organisation => {
  if (json.length > mostCharacters) return {}
  const found: { name?: string; logo?: string } = {}
  const waiting: unknown[] = [parsed(json)]
  for (let seen = 0; waiting.length > 0 && seen < mostNodes; seen++) {
    const node = waiting.shift()
    if (Array.isArray(node)) waiting.push(...node.slice(0, mostNodes))
    else if (isObject(node)) {
      if (isOrganisation(node['@type'])) {
        if (found.name === undefined && typeof node.name === 'string') found.name = node.name
        const logo = textIn(node.logo)
        if (found.logo === undefined && logo !== undefined) found.logo = logo
      }
      waiting.push(node['@graph'], node.publisher, node.brand)
    }
  }
  return found
}
