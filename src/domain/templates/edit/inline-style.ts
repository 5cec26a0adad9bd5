import * as css from 'css-tree'
import { attribute, type Element, setAttribute } from '../clean/tree.ts'

/** The declarations of a `style` attribute in order; the last of a property wins. */
export const styleOf = (element: Element): Map<string, string> => {
  const values = new Map<string, string>()
  const source = attribute(element, 'style')
  if (source === undefined) return values
  css.walk(css.parse(source, { context: 'declarationList' }), node => {
    if (node.type === 'Declaration')
      values.set(node.property.toLowerCase(), css.generate(node.value) + (node.important ? '!important' : ''))
  })
  return values
}

/** Sets properties of an element's `style`; undefined removes one. */
export const setStyle = (element: Element, changes: Readonly<Record<string, string | undefined>>): void => {
  const values = styleOf(element)
  for (const [property, value] of Object.entries(changes))
    if (value === undefined) values.delete(property)
    else values.set(property, value)
  const text = [...values].map(([property, value]) => `${property}:${value}`).join(';')
  setAttribute(element, 'style', text === '' ? undefined : text)
}
