// @ts-check

/** @typedef {Node | string | number | undefined | null | false} Child */
/** @typedef {Readonly<Record<string, string | number | boolean | undefined | ((event: Event) => void)>>} Attributes */

/**
 * Creates an element. Strings become text nodes, never markup. Functions are event listeners (`{ click: … }`); true is
 * an attribute without a value; false and undefined omit the attribute.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export const h = (name, attributes = {}, ...children) => filled(document.createElement(name), attributes, children)

/**
 * The same for elements of SVG.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Name]}
 */
export const svg = (name, attributes = {}, ...children) =>
  filled(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children)

/**
 * @template {Element} Made
 * @param {Made} element
 * @param {Attributes} attributes
 * @param {readonly Child[]} children
 */
const filled = (element, attributes, children) => {
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
 * User input, isolated so that its reading direction cannot reorder the text around it.
 * @param {string} text
 */
export const typed = text => h('bdi', {}, text)

/**
 * Replaces the element's children.
 * @param {Element} element
 * @param {...Child} children
 */
export const fill = (element, ...children) => element.replaceChildren(...shown(children))

/**
 * Sets the text only if it differs, which preserves the selection and avoids repeated screen reader announcements.
 * @param {Element} element
 * @param {string} text
 */
export const setText = (element, text) => {
  if (element.textContent !== text) element.textContent = text
}

/**
 * Sets the text of a cell of a table; without one it shows a dash, and phones leave it out.
 * @param {Element} cell
 * @param {string | undefined} text
 */
export const setCell = (cell, text) => {
  cell.toggleAttribute('data-empty', !text)
  setText(cell, text || '–')
}

/**
 * Renders `items` as the children of `parent`, in order. The node of a known key is kept and updated, which preserves
 * focus and expanded details.
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
