import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html as names, parse, serialize } from 'parse5'

export type Document = DefaultTreeAdapterTypes.Document
export type Element = DefaultTreeAdapterTypes.Element
export type Node = DefaultTreeAdapterTypes.ChildNode
export type TextNode = DefaultTreeAdapterTypes.TextNode

/** Elements of a template, and how deep they are nested, at most. */
const most = { elements: 2_000, depth: 64 }

export const isElement = (node: Node): node is Element => defaultTreeAdapter.isElementNode(node)
export const isText = (node: Node): node is TextNode => defaultTreeAdapter.isTextNode(node)
export const isSvg = (element: Element): boolean => element.namespaceURI === names.NS.SVG
export const childrenOf = (element: Element | Document): readonly Element[] => element.childNodes.filter(isElement)

/** Whether a tree is small enough to be walked and written; it is not walked further than that. */
const isSmall = (document: Document): boolean => {
  const open: [Element, number][] = childrenOf(document).map(element => [element, 1])
  for (let seen = 0; open.length > 0; seen++) {
    const [element, depth] = open.pop()!
    if (depth > most.depth || seen + open.length > most.elements) return false
    for (const child of childrenOf(element)) open.push([child, depth + 1])
  }
  return true
}

/** The tree of a document; undefined if it has more than 2,000 elements, or more than 64 inside one another. */
export const treeOf = (html: string): Document | undefined => {
  const document = parse(html)
  return isSmall(document) ? document : undefined
}

/** The HTML of a tree, without comments around its root. */
export const htmlOf = (document: Document): string => {
  document.childNodes = [...childrenOf(document)]
  return `<!doctype html>${serialize(document)}`
}

/** All elements below a node in document order. */
export const elementsOf = (node: Element | Document): readonly Element[] =>
  childrenOf(node).flatMap(child => [child, ...elementsOf(child)])

export const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find(one => one.name === name)?.value

/** Sets an attribute; undefined removes it. */
export const setAttribute = (element: Element, name: string, value: string | undefined): void => {
  const others = element.attrs.filter(one => one.name !== name)
  const known = element.attrs.find(one => one.name === name)
  if (value === undefined) element.attrs = others
  else if (known) known.value = value
  else element.attrs = [...others, { name, value }]
}

/** All text below an element, also that of placeholders. */
export const textOf = (element: Element): string =>
  element.childNodes.map(child => (isText(child) ? child.value : isElement(child) ? textOf(child) : '')).join('')

/** Replaces all children of an element by a text. */
export const setText = (element: Element, text: string): void => {
  element.childNodes = []
  defaultTreeAdapter.insertText(element, text)
}

/** The element around an element; undefined for the outermost. */
export const parentOf = (element: Element): Element | undefined => {
  const parent = element.parentNode
  return parent && 'tagName' in parent ? parent : undefined
}
