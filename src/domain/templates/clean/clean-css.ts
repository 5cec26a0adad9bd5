import * as css from 'css-tree'
import { isFontAddress, isStylePicture } from './address.ts'
import { atRules, functions, properties, pseudos } from './allowed.ts'

export type CleanCss = { readonly css: string; readonly removed: readonly string[] }

/** Strings of values: names of fonts, areas of grids, quotation marks. */
const plainString = /^[\p{L}\p{N} ,.'’“”«»_-]*$/u
const emptyContent = new Set(['""', "''", 'none', 'normal'])
const written = (node: css.CssNode): string => css.generate(node).slice(0, 80)

/** What is wrong with a part of a value or of a selector; undefined: nothing. */
const faultOf = (node: css.CssNode): string | undefined => {
  switch (node.type) {
    case 'Raw':
      return 'it cannot be read'
    case 'Url':
      return isStylePicture(node.value) ? undefined : 'it loads something from outside'
    case 'String':
      return plainString.test(node.value) ? undefined : 'its text has characters that are not allowed'
    case 'Function':
      return functions.has(node.name.toLowerCase()) ? undefined : `${node.name}() is not allowed`
    case 'PseudoClassSelector':
    case 'PseudoElementSelector':
      return pseudos.has(node.name.toLowerCase()) ? undefined : `:${node.name} is not allowed`
    case 'Atrule':
      return atRules.has(node.name.toLowerCase()) ? undefined : `@${node.name} is not allowed`
    default:
      return undefined
  }
}
const faultIn = (node: css.CssNode): string | undefined => {
  const text = css.generate(node)
  if (/[\\<]|\{\{/.test(text)) return 'it has characters that are not allowed'
  let fault: string | undefined
  css.walk(node, part => {
    fault ??= faultOf(part)
  })
  return fault
}
const faultOfDeclaration = (declaration: css.Declaration): string | undefined => {
  const property = declaration.property.toLowerCase()
  if (!properties.has(property) && !/^--[a-z][a-z0-9-]*$/.test(property)) return 'the property is not allowed'
  const fault = faultIn(declaration)
  if (fault !== undefined || property !== 'content') return fault
  return emptyContent.has(css.generate(declaration.value).trim()) ? undefined : 'text belongs into the HTML'
}

const faceDescriptors = new Set(['font-family', 'font-weight', 'font-style', 'font-display', 'src'])
const isInFace = new Set(['Url', 'String', 'Identifier', 'Number', 'Operator', 'Value', 'Dimension', 'Percentage'])
/** What is wrong with a font that a sheet loads: only files of the library are fonts of a template. */
const faultOfFace = ({ block }: css.Atrule): string | undefined => {
  let fault: string | undefined
  block?.children.forEach(child => {
    if (child.type !== 'Declaration' || !faceDescriptors.has(child.property.toLowerCase()))
      fault ??= 'it has a descriptor that is not allowed'
    else if (/[\\<]|\{\{/.test(css.generate(child))) fault ??= 'it has characters that are not allowed'
    else
      css.walk(child.value, node => {
        if (node.type === 'Function' && node.name.toLowerCase() === 'format') return
        if (!isInFace.has(node.type)) fault ??= 'a value is not allowed'
        if (node.type === 'Url' && !isFontAddress(node.value)) fault ??= 'it loads something from outside'
        if (node.type === 'String' && !plainString.test(node.value)) fault ??= faultOf(node)
      })
  })
  return fault
}

const parsed = (source: string, context: 'stylesheet' | 'declarationList'): css.CssNode =>
  css.parse(source, { context, parseCustomProperty: true, parseAtrulePrelude: true, positions: false })

const pruned = (source: string, context: 'stylesheet' | 'declarationList'): CleanCss => {
  const removed: string[] = []
  const tree = parsed(source, context)
  css.walk(tree, {
    enter(node: css.CssNode, item: css.ListItem<css.CssNode>, list: css.List<css.CssNode>) {
      if (!list) return undefined
      const refuse = (what: string, why: string | undefined) => {
        if (why === undefined) return undefined
        removed.push(`${JSON.stringify(what)}: ${why}`)
        list.remove(item)
        return css.walk.skip
      }
      switch (node.type) {
        case 'Comment':
        case 'CDO':
        case 'CDC':
          list.remove(item)
          return css.walk.skip
        case 'Raw':
          return refuse(written(node), 'it cannot be read')
        case 'Declaration':
          return refuse(written(node), faultOfDeclaration(node)) ?? css.walk.skip
        case 'Rule':
          return refuse(written(node.prelude), faultIn(node.prelude))
        case 'Atrule':
          if (node.name.toLowerCase() === 'font-face') return refuse('@font-face', faultOfFace(node)) ?? css.walk.skip
          return refuse(`@${node.name}`, faultOf(node) ?? (node.prelude ? faultIn(node.prelude) : undefined))
        default:
          return undefined
      }
    },
  })
  return { css: css.generate(tree), removed }
}

/** Removes from a style sheet, or from the value of a `style` attribute, all that is not allowed (TEMPLATE-19), and says what. */
export const cleanCss = (source: string, context: 'stylesheet' | 'declarationList'): CleanCss => {
  const clean = pruned(source, context)
  const again = pruned(clean.css, context)
  // what reads differently the second time was written to be misread
  return again.css === clean.css && again.removed.length === 0 && !/[<\\]|\{\{/.test(clean.css)
    ? clean
    : { css: '', removed: [...clean.removed, `${JSON.stringify(source.slice(0, 80))}: it cannot be read safely`] }
}
