import * as css from 'css-tree'
import { attribute, type Document, type Element, elementsOf, textOf } from '../clean/tree.ts'

/** Whether the last part of a selector fits an element; what is around the element is not compared. */
const fits = (selector: css.CssNode, element: Element): boolean => {
  if (selector.type !== 'Selector') return false
  const own: css.CssNode[] = []
  selector.children.forEach(part => {
    if (part.type === 'Combinator') own.length = 0
    else own.push(part)
  })
  const classes = (attribute(element, 'class') ?? '').split(/\s+/)
  return (
    own.length > 0 &&
    own.every(part => {
      if (part.type === 'ClassSelector') return classes.includes(part.name)
      if (part.type === 'TypeSelector') return part.name.toLowerCase() === element.tagName
      return part.type === 'IdSelector' && part.name === attribute(element, 'id')
    })
  )
}

/**
 * The value that the style sheets of a template give a property of an element, as far as it can be seen without the rules of
 * inheritance and weight: the last rule whose selector ends with the element's class, id or name.
 */
export const sheetValue = (document: Document, element: Element, property: string): string | undefined => {
  let value: string | undefined
  for (const sheet of elementsOf(document).filter(({ tagName }) => tagName === 'style'))
    css.walk(css.parse(textOf(sheet)), rule => {
      if (rule.type !== 'Rule' || rule.prelude.type !== 'SelectorList') return
      if (!rule.prelude.children.some(selector => fits(selector, element))) return
      rule.block.children.forEach(one => {
        if (one.type === 'Declaration' && one.property.toLowerCase() === property) value = css.generate(one.value)
      })
    })
  return value
}
