import {
  attribute,
  type Document,
  type Element,
  elementsOf,
  isText,
  parentOf,
  setAttribute,
  setText,
  textOf,
} from '../clean/tree.ts'
import { hexOf, oklchOf } from '../color/oklch.ts'
import type { TemplateEdit } from '../prompt/template-edit.ts'
import { addText } from './add-text.ts'
import { changeLetters, changeLogo, type Refusal } from './change-size.ts'
import { copiesOf, findPart, findParts, nameOfPart } from './find-parts.ts'
import { recompose } from './hide-picture.ts'
import { setStyle, styleOf } from './inline-style.ts'
import { lettersOf, setLetters, setSpacing } from './letters.ts'
import { type Notes, placePart } from './place-part.ts'
import { setWidth, sizePicture } from './resize-part.ts'
import { setScheme } from './scheme.ts'
import { buttonOn, setTextColor } from './settle-colors.ts'

type Of<K extends TemplateEdit['kind']> = Extract<TemplateEdit, { kind: K }>

const borderOf = (element: Element): { readonly width: string; readonly color: string } => {
  const [width = '1px', , color = '#cccccc'] = (styleOf(element).get('border') ?? '').split(' ')
  return { width: width === '' ? '1px' : width, color }
}

/** A button that cannot be seen on a new background gets another color of the brand, which is said. */
const keepButtonSeen = (document: Document, background: string, note: Notes): void => {
  for (const button of findParts(document, 'cta')) {
    const color = buttonOn(button, background)
    if (color === undefined) continue
    setStyle(button, { 'background-color': undefined, background: color })
    note(`The ${nameOfPart('cta')} is ${color} now, so that it can be seen on ${background}.`)
  }
}
type Painted = { readonly document: Document; readonly element: Element; readonly note: Notes }
const setColor = (
  { document, element, note }: Painted,
  { target, layer, color }: Omit<Of<'color'>, 'said' | 'kind'>,
): Refusal => {
  const letters = lettersOf(element)
  if (target === 'border') setStyle(element, { border: `${borderOf(element).width} solid ${color}` })
  else if (layer === 'fill') {
    setStyle(element, { 'background-color': undefined, background: color })
    if (target === 'background') keepButtonSeen(document, color, note)
  } else if (letters) setTextColor(letters, color)
  else return 'it is a picture, whose colors stay'
  return undefined
}
const shadeOf = (hex: string, by: number): string => {
  const color = oklchOf(hex)
  return hexOf({ ...color, l: Math.min(1, Math.max(0, color.l + by)) })
}
const setShade = (painted: Painted, { target, layer, by }: Of<'shade'>): Refusal => {
  const { element } = painted
  const letters = layer === 'text' ? lettersOf(element) : element
  const style = letters && styleOf(letters)
  const value = target === 'border' ? borderOf(element).color : style?.get(layer === 'text' ? 'color' : 'background')
  const now = /^#[0-9a-f]{6}$/.exec(value ?? '')?.[0]
  if (now === undefined) return 'its color is not known; say which color it should have'
  const color = shadeOf(now, by)
  return color === now ? `it cannot be ${by > 0 ? 'lighter' : 'darker'}` : setColor(painted, { target, layer, color })
}

const setShownOf = (element: Element, shown: boolean): void => {
  const before = attribute(element, 'data-display')
  const present = styleOf(element).get('display')
  setStyle(element, { display: shown ? before || undefined : 'none' })
  setAttribute(element, 'data-display', shown ? undefined : (present ?? ''))
}
const isHidden = (element: Element): boolean => styleOf(element).get('display') === 'none'
/** Marks a former price that is hidden because the price is. */
const withPrice = 'data-with-price'

/** Shows or hides a part. What is hidden stays in the template, so that it can come back as it was; a former price goes and comes with the price. */
const setShown = (document: Document, element: Element, edit: Of<'show'>): Refusal => {
  const { target, shown } = edit
  if (target === 'border') {
    const { width, color } = borderOf(element)
    setStyle(element, { border: `${width} ${shown ? 'solid' : 'none'} ${color}` })
    return undefined
  }
  if (shown !== isHidden(element)) return edit.isOfMany ? undefined : shown ? 'it is there already' : 'it is not shown'
  if (target === 'picture') {
    const refused = recompose(document, element, !shown)
    if (refused !== undefined) return refused
  }
  setShownOf(element, shown)
  if (target !== 'price') return undefined
  for (const was of findParts(document, 'was'))
    if (shown ? attribute(was, withPrice) !== undefined : !isHidden(was)) {
      setShownOf(was, shown)
      setAttribute(was, withPrice, shown ? undefined : '')
    }
  return undefined
}

/** Gives a part a text. A badge that a column decided is then shown for every product, which is said. */
const setWords = (element: Element, { target, text }: Of<'text'>, note: Notes): void => {
  const parent = element.parentNode
  const section = /\{\{[#/^][^{}]*\}\}/g
  if (parent && textOf(element).includes('{{')) {
    for (const beside of parent.childNodes.filter(isText))
      if (/\{\{[#/^]badge\}\}/.test(beside.value))
        beside.value = beside.value.replace(section, tag => (tag.endsWith('badge}}') ? '' : tag))
    note(`The ${nameOfPart(target)} says the same for every product now, whatever its column "badge" has.`)
  }
  setText(element, text)
}

const setCorners = (document: Document, { target, corners }: Of<'corners'>): void => {
  const targets = target === 'all' ? (['cta', 'badge', 'picture'] as const) : [target]
  for (const element of targets.flatMap(one => findParts(document, one))) {
    const round = attribute(element, 'data-rounded') ?? '8px'
    setAttribute(element, 'data-rounded', round)
    setStyle(element, { 'border-radius': corners === 'rounded' ? round : '0' })
  }
}

const ofWhole = new Set(['all', 'text', 'corners'])
const outlined = new Set(['color', 'shade', 'size', 'letters', 'spacing', 'place', 'width'])

/** Carries out one edit on each element of its part; answers why it cannot, as a sentence's end. */
export const carryOut = (document: Document, edit: TemplateEdit, note: Notes): Refusal => {
  if (edit.kind === 'scheme')
    return setScheme(document, edit.scheme) ? undefined : `the template is ${edit.scheme} already`
  // carried out before all others, on the whole document
  if (edit.kind === 'undo') return undefined
  const found = findParts(document, edit.target)
  const [element] = found
  if (edit.isOfMany && (element === undefined || (outlined.has(edit.kind) && isHidden(element)))) return undefined
  if (element === undefined && !ofWhole.has(edit.target))
    return `there is no ${nameOfPart(edit.target)} in this template`
  if (element && isHidden(element) && outlined.has(edit.kind)) return 'it is not shown; add it first'
  if (edit.kind === 'corners') {
    setCorners(document, edit)
    return undefined
  }
  if (edit.kind === 'side') {
    for (const copy of copiesOf(document)) setStyle(copy, { 'text-align': edit.side })
    return undefined
  }
  if (edit.kind === 'spacing' && edit.target === 'all') return setSpacing(document, findPart(document, 'all')!, edit)
  if (edit.kind === 'text' && edit.adds && element) return addText(document, element, edit.text, note)
  for (const one of found) {
    const refused = onElement(document, one, edit, note)
    if (refused !== undefined) return refused
  }
  return undefined
}

type OnElement = Exclude<TemplateEdit, { kind: 'scheme' | 'undo' | 'corners' | 'side' }>
const onElement = (document: Document, element: Element, edit: OnElement, note: Notes): Refusal => {
  switch (edit.kind) {
    case 'place':
      return placePart(document, element, edit, note)
    case 'letters':
      return setLetters(document, element, edit.style)
    case 'spacing':
      return setSpacing(document, element, edit)
    case 'width':
      return setWidth(document, element, edit.full)
    case 'shade':
      return setShade({ document, element, note }, edit)
    case 'size':
      if (edit.target === 'logo') return changeLogo(document, element, edit.change)
      if (edit.target === 'picture') return sizePicture(document, element, edit.change)
      if (edit.target !== 'border') return changeLetters(document, element, edit.change)
      if (!('pixels' in edit.change) || edit.change.pixels > 40) return 'a border has 1 to 40 pixels'
      setStyle(element, { border: `${edit.change.pixels}px solid ${borderOf(element).color}` })
      return undefined
    case 'color':
      return setColor({ document, element, note }, edit)
    case 'text':
      if (isHidden(element)) return 'it is not shown; add it first'
      setWords(element, edit, note)
      return undefined
    case 'show':
      return setShown(document, element, edit)
  }
}

/** Gives a part the look that it had in an earlier version: its attributes, and those of what is in it. */
export const restorePart = (document: Document, earlier: Document, { target }: Of<'undo'>): Refusal => {
  const [now, before] = [findParts(document, target), findParts(earlier, target)]
  if (before.length === 0 || now.length === 0) return `there is no ${nameOfPart(target)} to restore`
  for (const [i, element] of now.entries()) {
    const like = before[i] ?? before[0]!
    const [inner, innerBefore] = [elementsOf(element), elementsOf(like)]
    element.attrs = like.attrs.map(one => ({ ...one }))
    if (inner.length === innerBefore.length)
      for (const [n, child] of inner.entries()) child.attrs = innerBefore[n]!.attrs.map(one => ({ ...one }))
    if (inner.length === 0 && innerBefore.length === 0 && parentOf(element)) setText(element, textOf(like))
  }
  return undefined
}
