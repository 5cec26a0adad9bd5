import { type CssNode, type Declaration, type DeclarationList, parse, type Rule, type StyleSheet, walk } from 'css-tree'

/** A declaration with the selectors of its rule; none: it is of a `style` attribute. */
export type StyleRule = { readonly selectors: CssNode | undefined; readonly declarations: readonly Declaration[] }

const mostRules = 20_000

const ofBlock = (block: CssNode): Declaration[] =>
  block.type === 'Block' || block.type === 'DeclarationList'
    ? block.children.toArray().filter(node => node.type === 'Declaration')
    : []

/** Rules that hold for a reader in daylight on a screen. */
const isOther = (prelude: CssNode | null): boolean => {
  let found = false
  if (prelude)
    walk(prelude, node => {
      if (node.type === 'Identifier' && /^(?:print|dark)$/i.test(node.name)) found = true
    })
  return found
}

/** Parses CSS; undefined if it is nested deeper than the parser can follow. */
const parsed = (css: string, context: 'stylesheet' | 'declarationList'): StyleSheet | DeclarationList | undefined => {
  try {
    return parse(css, { context, parseCustomProperty: true, positions: false }) as StyleSheet | DeclarationList
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** The rules of a style sheet that holds for screens in daylight; of a broken one those that can be read. */
export const rulesOf = (css: string): readonly StyleRule[] => {
  const sheet = parsed(css, 'stylesheet')
  const rules: StyleRule[] = []
  if (sheet)
    walk(sheet, {
      enter(this: { readonly skip: symbol }, node: CssNode) {
        if (rules.length >= mostRules) return this.skip
        if (node.type === 'Atrule' && (/^(?:font-face|keyframes)$/i.test(node.name) || isOther(node.prelude)))
          return this.skip
        if (node.type === 'Rule') rules.push(asRule(node))
        return undefined
      },
    })
  return rules
}
const asRule = ({ prelude, block }: Rule): StyleRule => ({ selectors: prelude, declarations: ofBlock(block) })

/** The declarations of a `style` attribute. */
export const rulesOfAttribute = (css: string): readonly StyleRule[] => {
  const list = parsed(css, 'declarationList')
  return list ? [{ selectors: undefined, declarations: ofBlock(list) }] : []
}
