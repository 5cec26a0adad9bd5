import {
  attribute,
  type Document,
  type Element,
  elementsOf,
  isText,
  setAttribute,
  setText,
  textOf,
} from '../clean/tree.ts'
import type { TemplateEdit } from '../prompt/template-edit.ts'
import { changeLetters, changeLogo, type Refusal } from './change-size.ts'
import { copiesOf, findPart, nameOfPart } from './find-parts.ts'
import { setStyle, styleOf } from './inline-style.ts'
import { setScheme } from './scheme.ts'
import { setTextColor } from './settle-colors.ts'

type Of<K extends TemplateEdit['kind']> = Extract<TemplateEdit, { kind: K }>

const borderOf = (element: Element): { readonly width: string; readonly color: string } => {
  const [width = '1px', , color = '#cccccc'] = (styleOf(element).get('border') ?? '').split(' ')
  return { width: width === '' ? '1px' : width, color }
}

const setColor = (element: Element, { target, layer, color }: Of<'color'>): void => {
  if (target === 'border') setStyle(element, { border: `${borderOf(element).width} solid ${color}` })
  else if (layer === 'text') setTextColor(element, color)
  else setStyle(element, { 'background-color': undefined, background: color })
}

/** Shows or hides a part. What is hidden stays in the template, so that it can come back as it was. */
const setShown = (element: Element, { target, shown }: Of<'show'>): Refusal => {
  if (target === 'border') {
    const { width, color } = borderOf(element)
    setStyle(element, { border: `${width} ${shown ? 'solid' : 'none'} ${color}` })
    return undefined
  }
  const before = attribute(element, 'data-display')
  const present = styleOf(element).get('display')
  if (shown !== (present === 'none')) return shown ? 'it is there already' : 'it is not shown'
  setStyle(element, { display: shown ? before || undefined : 'none' })
  setAttribute(element, 'data-display', shown ? undefined : (present ?? ''))
  return undefined
}

/** Gives a part a text. A badge that a column decided is then shown for every product. */
const setWords = (element: Element, text: string): void => {
  const parent = element.parentNode
  const section = /\{\{[#/^][^{}]*\}\}/g
  if (parent && textOf(element).includes('{{'))
    for (const beside of parent.childNodes.filter(isText))
      if (/\{\{[#/]badge\}\}/.test(beside.value))
        beside.value = beside.value.replace(section, tag => (tag.endsWith('badge}}') ? '' : tag))
  setText(element, text)
}

const flexSide = { left: 'flex-start', center: 'center', right: 'flex-end' } as const
const order = { left: '-1', center: '2', right: '9' } as const
const rows = new Set(['mobile', 'leaderboard'])

const setSide = (document: Document, element: Element, { target, side }: Of<'side'>): void => {
  if (target === 'logo') {
    const shape = elementsOf(document)
      .map(e => attribute(e, 'data-shape'))
      .find(value => value !== undefined)
    if (shape !== undefined && rows.has(shape)) setStyle(element, { order: side === 'left' ? undefined : order[side] })
    else
      setStyle(element, {
        'justify-content': flexSide[side],
        'justify-self': element.tagName === 'img' ? flexSide[side] : undefined,
      })
  } else if (target === 'cta') setStyle(element, { 'justify-self': flexSide[side], 'align-self': flexSide[side] })
  else for (const copy of copiesOf(document)) setStyle(copy, { 'text-align': side })
}

const setCorners = (document: Document, { target, corners }: Of<'corners'>): void => {
  const targets = target === 'all' ? (['cta', 'badge', 'picture'] as const) : [target]
  for (const one of targets) {
    const element = findPart(document, one)
    if (!element) continue
    const round = attribute(element, 'data-rounded') ?? '8px'
    setAttribute(element, 'data-rounded', round)
    setStyle(element, { 'border-radius': corners === 'rounded' ? round : '0' })
  }
}

/** Carries out one edit; answers why it cannot, as a sentence's end. */
export const carryOut = (document: Document, edit: TemplateEdit): Refusal => {
  if (edit.kind === 'scheme')
    return setScheme(document, edit.scheme) ? undefined : `the template is ${edit.scheme} already`
  const element = findPart(document, edit.target)
  if (element === undefined && edit.target !== 'all' && edit.target !== 'text' && edit.target !== 'corners')
    return `there is no ${nameOfPart(edit.target)} in this template`
  switch (edit.kind) {
    case 'corners':
      setCorners(document, edit)
      return undefined
    case 'side':
      if (element) setSide(document, element, edit)
      else for (const copy of copiesOf(document)) setStyle(copy, { 'text-align': edit.side })
      return undefined
    case 'size':
      if (!element) return 'it is not clear what should change'
      if (edit.target === 'logo') return changeLogo(document, element, edit.change)
      if (edit.target !== 'border') return changeLetters(document, element, edit.change)
      if (!('pixels' in edit.change) || edit.change.pixels > 40) return 'a border has 1 to 40 pixels'
      setStyle(element, { border: `${edit.change.pixels}px solid ${borderOf(element).color}` })
      return undefined
    case 'color':
      if (element) setColor(element, edit)
      return undefined
    case 'text':
      if (!element) return undefined
      if (styleOf(element).get('display') === 'none') return 'it is not shown; add it first'
      setWords(element, edit.text)
      return undefined
    case 'show':
      return element && setShown(element, edit)
  }
}
