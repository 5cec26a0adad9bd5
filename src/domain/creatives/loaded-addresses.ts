import { readTokens } from './html-tokens.ts'

/** The attributes, by element, whose addresses a page loads. */
const loaded: ReadonlyMap<string, readonly string[]> = new Map([
  ['img', ['src', 'srcset']],
  ['source', ['src', 'srcset']],
  ['input', ['src']],
  ['video', ['src', 'poster']],
  ['audio', ['src']],
  ['script', ['src']],
  ['iframe', ['src']],
  ['embed', ['src']],
  ['object', ['data']],
  ['image', ['href', 'xlink:href']],
  ['body', ['background']],
  ['table', ['background']],
  ['td', ['background']],
  ['th', ['background']],
])
/** Links whose address is loaded with the page. */
const loadedLinks = /stylesheet|preload/i
const elsewhere = /^(?:https?:)?\/\/[^\s"'<>{}]+/i
const inStyles = /(?:url\(|@import\s)["']?((?:https?:)?\/\/[^\s"'()<>{}]+)/gi

const addressesOf = (name: string, value: string): readonly string[] =>
  name === 'srcset' ? value.split(',').map(part => part.trim()) : [value.trim()]

const isLoaded = (attrs: readonly { readonly name: string; readonly value: string }[]): boolean =>
  attrs.some(({ name, value }) => name === 'rel' && loadedLinks.test(value))

/**
 * The addresses with a host that a template loads by itself, whatever its columns are: those of its elements, and of `url(…)` and
 * `@import` in its styles. At most `most`, in the order in which they are found.
 */
export const loadedAddresses = (template: string, most: number): readonly string[] => {
  const found = new Set<string>()
  const note = (address: string | undefined) => {
    if (address !== undefined && found.size < most) found.add(address)
  }
  readTokens(template, {
    onStartTag: ({ tagName, attrs }) => {
      const tag = tagName.toLowerCase()
      const names = tag === 'link' && isLoaded(attrs) ? ['href'] : (loaded.get(tag) ?? [])
      for (const { name, value } of attrs)
        if (names.includes(name)) for (const address of addressesOf(name, value)) note(elsewhere.exec(address)?.[0])
    },
  })
  for (const [, address] of template.matchAll(inStyles)) note(address)
  return [...found]
}
