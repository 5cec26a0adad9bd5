import * as css from 'css-tree'
import {
  attribute,
  type Document,
  type Element,
  elementsOf,
  isElement,
  isText,
  parentOf,
  setText,
  textOf,
} from '../clean/tree.ts'

type Step = { readonly parts: readonly css.CssNode[]; readonly combinator: string }

/** The compounds of a selector from the last to the first, each with what joins it to the one after it. */
const stepsOf = (selector: css.Selector): readonly Step[] => {
  const steps: Step[] = []
  let parts: css.CssNode[] = []
  selector.children.forEach(node => {
    if (node.type !== 'Combinator') parts.push(node)
    else {
      steps.push({ parts, combinator: node.name.trim() })
      parts = []
    }
  })
  return [...steps, { parts, combinator: '' }].toReversed()
}
const isOf = (element: Element, parts: readonly css.CssNode[]): boolean => {
  const classes = (attribute(element, 'class') ?? '').split(/\s+/)
  return (
    parts.length > 0 &&
    parts.every(part => {
      if (part.type === 'ClassSelector') return classes.includes(part.name)
      if (part.type === 'TypeSelector') return part.name === '*' || part.name.toLowerCase() === element.tagName
      return part.type === 'IdSelector' && part.name === attribute(element, 'id')
    })
  )
}
/** The elements before an element that are there for every product. */
const lastingBefore = (element: Element): readonly Element[] => {
  const nodes = element.parentNode?.childNodes ?? []
  const before: Element[] = []
  let open = 0
  for (const node of nodes.slice(0, nodes.indexOf(element))) {
    if (isText(node)) open += (node.value.match(/\{\{[#^]/g) ?? []).length - (node.value.match(/\{\{\//g) ?? []).length
    else if (isElement(node) && open === 0) before.push(node)
  }
  return before
}
const aroundOf = (element: Element, combinator: string): readonly Element[] => {
  const parent = parentOf(element)
  if (combinator === '>') return parent ? [parent] : []
  if (combinator === '+') return lastingBefore(element).slice(-1)
  if (combinator === '~') return lastingBefore(element)
  return parent ? [parent, ...aroundOf(parent, '')] : []
}
const fits = (element: Element, [step, ...outer]: readonly Step[]): boolean => {
  if (step === undefined || !isOf(element, step.parts)) return false
  const [next] = outer
  return next === undefined || aroundOf(element, next.combinator).some(around => fits(around, outer))
}

/** The last declaration of a property for an element in the style sheets, with what it takes to write the sheet again. */
const declared = (document: Document, element: Element, property: string) => {
  let found: { readonly one: css.Declaration; readonly sheet: Element; readonly tree: css.CssNode } | undefined
  for (const sheet of elementsOf(document).filter(({ tagName }) => tagName === 'style')) {
    const tree = css.parse(textOf(sheet))
    css.walk(tree, rule => {
      if (rule.type !== 'Rule' || rule.prelude.type !== 'SelectorList') return
      const isFor = rule.prelude.children.some(
        selector => selector.type === 'Selector' && fits(element, stepsOf(selector)),
      )
      if (!isFor) return
      rule.block.children.forEach(one => {
        if (one.type === 'Declaration' && one.property.toLowerCase() === property) found = { one, sheet, tree }
      })
    })
  }
  return found
}

/**
 * The value that the style sheets of a template give a property of an element, as far as it can be seen without the rules of inheritance and weight:
 * that of the last rule for it that holds for every product.
 */
export const sheetValue = (document: Document, element: Element, property: string): string | undefined => {
  const found = declared(document, element, property)
  return found && css.generate(found.one.value)
}

/** Changes that value where it is; false if no rule has it. Rules for products that lack something stay as they are. */
export const setSheetValue = (document: Document, element: Element, property: string, value: string): boolean => {
  const found = declared(document, element, property)
  if (found === undefined) return false
  found.one.value = css.parse(value, { context: 'value' }) as css.Value
  setText(found.sheet, css.generate(found.tree))
  return true
}

/** Whether a style sheet has rules for a class. */
export const hasRulesFor = (document: Document, name: string): boolean =>
  elementsOf(document)
    .filter(({ tagName }) => tagName === 'style')
    .some(sheet => textOf(sheet).includes(`.${name}`))
