// @ts-check

/** @typedef {Node | string | number | undefined | null | false} Child */
/** @typedef {Readonly<Record<string, string | number | boolean | undefined | ((event: Event) => void)>>} Attributes */

/**
 * An element. Texts become text nodes, never markup, whoever typed them. Functions are listeners (`{ click: … }`); true is
 * an attribute without a value; false and undefined leave it out.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export const h = (name, attributes = {}, ...children) => {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key, value)
    else if (value !== undefined && value !== false) element.setAttribute(key, value === true ? '' : String(value))
  }
  element.append(...shown(children))
  return element
}

/** @param {readonly Child[]} children */
const shown = children =>
  children.flatMap(child =>
    child === undefined || child === null || child === false ? [] : [typeof child === 'number' ? String(child) : child],
  )

/**
 * Text that people typed, isolated so that its reading direction cannot reorder what stands beside it.
 * @param {string} text
 */
export const typed = text => h('bdi', {}, text)

/**
 * Puts these children in the place of an element's own.
 * @param {Element} element
 * @param {...Child} children
 */
export const fill = (element, ...children) => element.replaceChildren(...shown(children))

/**
 * Sets a text only when it differs: what is selected or read aloud stays.
 * @param {Element} element
 * @param {string} text
 */
export const say = (element, text) => {
  if (element.textContent !== text) element.textContent = text
}

/**
 * Makes the children of `parent` the nodes of `items`, in their order; a node of a key that was there before stays, with its
 * focus and what was unfolded in it, and is updated.
 * @template Item
 * @param {Element} parent
 * @param {readonly Item[]} items
 * @param {Map<string, { node: Element, update(item: Item): void }>} kept
 * @param {(item: Item) => string} keyOf
 * @param {(item: Item) => { node: Element, update(item: Item): void }} make
 */
export const keyed = (parent, items, kept, keyOf, make) => {
  const wanted = new Set(items.map(keyOf))
  for (const [key, { node }] of kept)
    if (!wanted.has(key)) {
      node.remove()
      kept.delete(key)
    }
  items.forEach((item, i) => {
    const key = keyOf(item)
    const part = kept.get(key) ?? make(item)
    kept.set(key, part)
    part.update(item)
    if (parent.children[i] !== part.node) parent.insertBefore(part.node, parent.children[i] ?? null)
  })
}
