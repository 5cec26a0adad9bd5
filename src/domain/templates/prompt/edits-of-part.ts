import { plainText } from '../compose/texts.ts'
import type { Part } from './part.ts'
import type { SizeChange, TemplateEdit } from './template-edit.ts'
import type { Target } from './vocabulary.ts'

type Edit = TemplateEdit extends infer E ? (E extends unknown ? Omit<E, 'said'> : never) : never
/** undefined: the part cannot be carried out as it is meant. */
type Edits = readonly Edit[] | undefined

const lettered: readonly Target[] = ['headline', 'name', 'price', 'was', 'badge', 'cta']
const ofText: readonly Target[] = ['headline', 'name', 'price', 'was']
const colored = new Set<Target>([...lettered, 'background', 'text', 'picture', 'border'])
const sized = new Set<Target>([...lettered, 'text', 'logo', 'border'])
const aligned = new Set<Target>(['text', 'headline', 'name', 'price', 'all', 'cta', 'logo'])
const shownOrNot = new Set<Target>(['badge', 'price', 'was', 'logo', 'cta', 'headline', 'name', 'picture', 'border'])
const cornered = new Set<Target>(['corners', 'all', 'cta', 'badge', 'picture'])
const worded = new Set<Target>(['headline', 'cta', 'badge'])
const filled = new Set<Target>(['badge', 'cta', 'background', 'picture', 'border'])
const mostText = 120

const all = (targets: readonly Target[], fit: ReadonlySet<Target>, edit: (target: Target) => readonly Edit[]): Edits =>
  targets.length > 0 && targets.every(target => fit.has(target)) ? targets.flatMap(edit) : undefined

const colorEdits = (targets: readonly Target[], [color, ...more]: readonly string[]): Edits => {
  if (color === undefined || more.length > 0) return undefined
  // "the text of the button": the letters of the other targets
  const others = targets.filter(target => target !== 'text')
  const isOfText = others.length < targets.length
  if (isOfText && others.length > 0)
    return all(others, new Set(lettered), target => [{ kind: 'color', target, layer: 'text', color }])
  return all(targets, colored, target =>
    (target === 'text' ? ofText : [target]).map(one => ({
      kind: 'color',
      target: one,
      layer: filled.has(one) ? 'fill' : 'text',
      color,
    })),
  )
}

const changeOf = ({ factors, numbers, power }: Part): SizeChange | undefined => {
  const [number, ...moreNumbers] = numbers
  const [factor, ...moreFactors] = factors
  if (moreNumbers.length > 0 || moreFactors.length > 0) return undefined
  if (number === undefined) return factor === undefined ? undefined : { times: factor ** power }
  if (number.unit !== '%') return factor === undefined && number.value > 0 ? { pixels: number.value } : undefined
  const share = number.value / 100
  if (factor === undefined) return share > 0 ? { times: share, isExact: true } : undefined
  const times = factor > 1 ? 1 + share : 1 - share
  return times > 0 ? { times, isExact: true } : undefined
}
const sizeEdits = (part: Part, targets: readonly Target[]): Edits => {
  const change = changeOf(part)
  // "the text of the button" is as large as the button's letters
  const others = targets.filter(target => target !== 'text')
  if (change === undefined) return undefined
  return all(others.length > 0 ? others : targets, sized, target =>
    target === 'border' && !('pixels' in change)
      ? []
      : (target === 'text' ? ofText : [target]).map(one => ({ kind: 'size', target: one, change })),
  )
}
const textEdits = (targets: readonly Target[], [text = '', ...more]: readonly string[]): Edits => {
  const others = targets.filter(target => target !== 'text')
  const plain = plainText(text)
  const isFine =
    more.length === 0 && others.length === 1 && plain !== '' && plain.length <= mostText && plain === text.trim()
  return isFine ? all(others, worded, target => [{ kind: 'text', target, text: plain }]) : undefined
}
const onlyOf = <A>(values: readonly A[]): A | undefined => (new Set(values).size === 1 ? values[0] : undefined)

/**
 * The edits that a part of a prompt asks for of the targets, all or none: undefined if any of its words cannot be carried out, so that
 * nothing is changed by half.
 */
export const editsOfPart = (part: Part, targets: readonly Target[]): readonly TemplateEdit[] | undefined => {
  const asked: Edits[] = []
  const [side, shown] = [onlyOf(part.sides), onlyOf(part.shown)]
  const [scheme, corners] = [onlyOf(part.schemes), onlyOf(part.corners)]
  if (part.shown.length > 0)
    asked.push(shown === undefined ? undefined : all(targets, shownOrNot, target => [{ kind: 'show', target, shown }]))
  if (part.texts.length > 0) asked.push(shown === false ? undefined : textEdits(targets, part.texts))
  if (part.colors.length > 0) asked.push(shown === false ? undefined : colorEdits(targets, part.colors))
  if (part.factors.length + part.numbers.length > 0) asked.push(sizeEdits(part, targets))
  if (part.sides.length > 0)
    asked.push(side === undefined ? undefined : all(targets, aligned, target => [{ kind: 'side', target, side }]))
  if (part.schemes.length > 0) {
    const isWhole = targets.every(target => target === 'all' || target === 'background')
    asked.push(scheme !== undefined && isWhole ? [{ kind: 'scheme', scheme }] : undefined)
  }
  if (part.corners.length > 0) {
    const wanted: readonly Target[] = targets.length === 0 ? ['all'] : targets
    const others = wanted.filter(target => target !== 'corners')
    const which: readonly Target[] = others.length === 0 ? ['all'] : others
    asked.push(
      corners === undefined ? undefined : all(which, cornered, target => [{ kind: 'corners', target, corners }]),
    )
  }
  const edits = asked.flatMap(one => one ?? [])
  if (asked.length === 0 || asked.some(one => one === undefined || one.length === 0)) return undefined
  return edits.map(edit => ({ ...edit, said: part.said }))
}
