/** Who runs the page; the brand of a product that is shown on it is somebody else. */
const kinds =
  /^(?:Organization|Corporation|Brand|WebSite|LocalBusiness|Restaurant|Bakery|CafeOrCoffeeShop|Hotel|NGO|\w{0,30}(?:Store|Shop|Organization|Business))$/
const mostCharacters = 200_000
const mostNodes = 1_000

const mostNames = 4

/** `names`: of organisation and site, as they come; `logo`: an address. */
export type Organisation = { readonly names: readonly string[]; readonly logo?: string }

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

const textsIn = (u: unknown): readonly string[] =>
  (Array.isArray(u) ? u.slice(0, mostNames) : [u]).flatMap(one => {
    const text = isObject(one) ? one['@value'] : one
    return typeof text === 'string' && text.trim() !== '' ? [text] : []
  })

/** The organisation that JSON-LD describes, if it does. */
export const organisationIn = (json: string): Organisation => {
  if (json.length > mostCharacters) return { names: [] }
  const names: string[] = []
  let logo: string | undefined
  const waiting: unknown[] = [parsed(json)]
  for (let seen = 0; waiting.length > 0 && seen < mostNodes; seen++) {
    const node = waiting.shift()
    if (Array.isArray(node)) waiting.push(...node.slice(0, mostNodes))
    else if (isObject(node)) {
      if (isOrganisation(node['@type'])) {
        if (names.length < mostNames) names.push(...textsIn(node.name), ...textsIn(node.alternateName))
        logo ??= textIn(Array.isArray(node.logo) ? node.logo[0] : node.logo)
      }
      waiting.push(node['@graph'], node.publisher)
      if (isOrganisation(node['@type'])) waiting.push(node.brand)
    }
  }
  return { names: names.slice(0, mostNames), ...(logo === undefined ? {} : { logo }) }
}
