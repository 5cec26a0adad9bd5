import * as css from 'css-tree'
import { attribute, childrenOf, type Document, type Element, elementsOf, setText, textOf } from '../clean/tree.ts'
import type { LetterStyle } from '../prompt/meaning.ts'
import type { TemplateEdit } from '../prompt/template-edit.ts'
import type { Refusal } from './change-size.ts'
import { gridOf, gridText, spacedGrid } from './grid.ts'
import { setStyle, styleOf } from './inline-style.ts'
import { sheetValue } from './sheet-value.ts'

/** Families that look well and are installed almost everywhere. */
const families = {
  serif: "Georgia,'Noto Serif','DejaVu Serif','Times New Roman',serif",
  'sans-serif': "'Segoe UI','Helvetica Neue','Noto Sans','DejaVu Sans',Arial,sans-serif",
  monospace: "Consolas,'DejaVu Sans Mono','Noto Sans Mono',monospace",
}
const cases = { upper: 'uppercase', lower: 'lowercase', title: 'capitalize', 'as written': undefined } as const

/** What holds the letters of a part: of a logo, the name that is written in its place. */
export const lettersOf = (element: Element): Element | undefined =>
  attribute(element, 'data-part') === 'logo' || element.tagName === 'img'
    ? childrenOf(element).find(({ tagName }) => tagName !== 'img' && tagName !== 'svg')
    : element

const weightAfter = (document: Document, element: Element, step: 'bolder' | 'lighter'): number => {
  const value = styleOf(element).get('font-weight') ?? sheetValue(document, element, 'font-weight') ?? '400'
  const now = value === 'bold' ? 700 : Number(value) || 400
  return step === 'bolder' ? (now < 600 ? 700 : 900) : now > 600 ? 400 : 300
}

const declarationsOf = (
  document: Document,
  element: Element,
  style: LetterStyle,
): Readonly<Record<string, string | undefined>> => {
  if ('italic' in style) return { 'font-style': style.italic ? 'italic' : 'normal' }
  if ('family' in style) return { 'font-family': families[style.family] }
  if ('letterCase' in style) return { 'text-transform': cases[style.letterCase] }
  if ('underlined' in style) return { 'text-decoration': style.underlined ? 'underline' : 'none' }
  const { weight } = style
  return { 'font-weight': String(typeof weight === 'number' ? weight : weightAfter(document, element, weight)) }
}

/** Gives the letters of a part a style. */
export const setLetters = (document: Document, element: Element, style: LetterStyle): Refusal => {
  const letters = lettersOf(element)
  if (letters === undefined) return 'it is a picture, not a text'
  setStyle(letters, declarationsOf(document, letters, style))
  return undefined
}

const emIn = (value: string | undefined): number => {
  const found = /^(-?\d{0,3}(?:\.\d{1,4})?)em$/.exec(value ?? '')?.[1]
  return found === undefined ? 0 : Number(found)
}
const rounded = (n: number): number => Math.round(n * 1_000) / 1_000
const declaredOf = (document: Document, element: Element, property: string): string | undefined =>
  styleOf(element).get(property) ?? sheetValue(document, element, property)

/** The sizes of a value, multiplied; what is no size stays. */
const multiplied = (value: string, times: number): string =>
  value
    .split(' ')
    .map(one => {
      const [, size, unit] = /^(\d{1,4}(?:\.\d{1,4})?|\.\d{1,4})(px|em)$/.exec(one) ?? []
      return size === undefined ? one : `${rounded(Number(size) * times)}${unit}`
    })
    .join(' ')
const distances = new Set(['gap', 'row-gap', 'column-gap', 'padding', 'padding-left', 'padding-right'])
const ofButtons = /\.(?:cta|badge|prices)\b/
const respaced = ({ property, value }: css.Declaration, times: number): string | undefined => {
  const text = css.generate(value)
  const grid = property === 'grid-template' ? gridOf(text) : undefined
  if (grid) return gridText(spacedGrid(grid, times))
  return distances.has(property) ? multiplied(text, times) : undefined
}

/** Changes the distances that the style sheets give: gaps of grids and rows, and padding. */
const aroundParts = (document: Document, times: number): Refusal => {
  let isChanged = false
  for (const sheet of elementsOf(document).filter(({ tagName }) => tagName === 'style')) {
    const tree = css.parse(textOf(sheet))
    css.walk(tree, function (this: css.WalkContext, node) {
      if (node.type !== 'Declaration' || node.value.type !== 'Value') return
      if (this.rule && ofButtons.test(css.generate(this.rule.prelude))) return
      const value = respaced(node, times)
      if (value === undefined || value === css.generate(node.value)) return
      node.value = css.parse(value, { context: 'value' }) as css.Value
      isChanged = true
    })
    if (isChanged) setText(sheet, css.generate(tree))
  }
  return isChanged ? undefined : 'its distances are not known'
}

/** Changes the distances between the letters or lines of a part, around its text, or between all parts. */
export const setSpacing = (
  document: Document,
  element: Element,
  { target, of, steps }: Extract<TemplateEdit, { kind: 'spacing' }>,
): Refusal => {
  if (of === 'parts' && target === 'all') return aroundParts(document, 1.3 ** steps)
  if (of === 'parts') {
    const value = declaredOf(document, element, 'padding')
    if (value === undefined) return 'its distances are not known'
    setStyle(element, { padding: multiplied(value, 1.25 ** steps) })
    return undefined
  }
  const letters = lettersOf(element)
  if (letters === undefined) return 'it is a picture, not a text'
  if (of === 'letters') {
    const now = emIn(declaredOf(document, letters, 'letter-spacing'))
    setStyle(letters, { 'letter-spacing': `${rounded(now + 0.05 * steps)}em` })
  } else {
    const now = Number(declaredOf(document, letters, 'line-height')) || 1.2
    setStyle(letters, { 'line-height': String(rounded(Math.max(0.9, now + 0.15 * steps))) })
  }
  return undefined
}
