import type { CssNode } from 'css-tree'

/** How often a rule applies, and to what. */
export type Use = {
  readonly count: number
  /** The page itself. */
  readonly isPage: boolean
  readonly isHeading: boolean
  readonly isAction: boolean
}

const mostCount = 30
/** Weight of a rule that nothing on the page uses, or only under the pointer. */
const rarely = 0.1
const mostSelectors = 50

const actionWords = new Set(['btn', 'button', 'cta'])
/** A button, or a class or id such as `.btn-large`. */
const isAction = (name: string): boolean =>
  name === 'button' ||
  (/^[.#]/.test(name) &&
    name
      .slice(1)
      .toLowerCase()
      .split(/[_-]/, 10)
      .some(word => actionWords.has(word)))

/** The last compound of a selector, as names of the page's counts: `nav a.btn:hover` gives `a`, `.btn`. */
const lastCompound = (selector: CssNode): { readonly names: readonly string[]; readonly isState: boolean } => {
  const names: string[] = []
  let isState = false
  if (selector.type !== 'Selector') return { names, isState }
  for (const node of selector.children.toArray()) {
    if (node.type === 'Combinator') {
      names.length = 0
      isState = false
    }
    if (node.type === 'TypeSelector') names.push(node.name.toLowerCase())
    if (node.type === 'ClassSelector') names.push(`.${node.name}`)
    if (node.type === 'IdSelector') names.push(`#${node.name}`)
    if (node.type === 'PseudoClassSelector') {
      if (node.name === 'root') names.push('html')
      else isState = true
    }
  }
  return { names, isState }
}

/** What the selectors of a rule match on a page with these counts, roughly: by the last compound of each. */
export const useOf = (selectors: CssNode | undefined, counts: ReadonlyMap<string, number>): Use => {
  if (selectors === undefined) return { count: 1, isPage: false, isHeading: false, isAction: false }
  const use = { count: 0, isPage: false, isHeading: false, isAction: false }
  if (selectors.type !== 'SelectorList') return use
  for (const selector of selectors.children.toArray().slice(0, mostSelectors)) {
    const { names, isState } = lastCompound(selector)
    const found =
      names.length === 0 ? 1 : Math.min(...names.map(name => (name === 'html' ? 1 : (counts.get(name) ?? 0))))
    use.count += isState || found === 0 ? rarely : Math.min(mostCount, found)
    use.isPage ||= !isState && names.some(name => name === 'html' || name === 'body')
    use.isHeading ||= names.some(name => /^h[1-3]$/.test(name))
    use.isAction ||= names.some(isAction)
  }
  return use
}
