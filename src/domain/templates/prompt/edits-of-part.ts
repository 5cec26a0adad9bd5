import type { BrandColor } from '../brand.ts'
import { plainText } from '../compose/texts.ts'
import type { LetterStyle, Target } from './meaning.ts'
import { meant, type Part } from './part.ts'
import type { SizeChange, TemplateEdit } from './template-edit.ts'

type Edit = TemplateEdit extends infer E ? (E extends unknown ? Omit<E, 'said' | 'isOfMany'> : never) : never
/** undefined: the part cannot be carried out as it is meant. */
type Edits = readonly Edit[] | undefined

/** The color of the brand in a role; undefined: it has none. */
export type BrandColors = (role: BrandColor['role']) => string | undefined

const lettered: readonly Target[] = ['headline', 'name', 'price', 'was', 'badge', 'cta']
const ofText: readonly Target[] = ['headline', 'name', 'price', 'was']
const set = (...targets: readonly Target[]): ReadonlySet<Target> => new Set(targets)
const colored = set(...lettered, 'background', 'text', 'picture', 'border', 'logo')
const sized = set(...lettered, 'text', 'logo', 'border', 'picture')
const aligned = set('text', 'headline', 'name', 'all', 'was')
const placed = set('picture', 'logo', 'cta', 'badge', 'price', 'headline', 'name', 'text')
const shownOrNot = set('badge', 'price', 'was', 'logo', 'cta', 'headline', 'name', 'picture', 'border')
const cornered = set('corners', 'all', 'cta', 'badge', 'picture')
const worded = set('headline', 'cta', 'badge')
const filled = set('badge', 'cta', 'background', 'picture', 'border')
const inLetters = set(...lettered, 'text', 'all', 'logo')
const mostText = 120

const all = (targets: readonly Target[], fit: ReadonlySet<Target>, edit: (target: Target) => readonly Edit[]): Edits =>
  targets.length > 0 && targets.every(target => fit.has(target)) ? targets.flatMap(edit) : undefined
const onlyOf = <A>(values: readonly A[]): A | undefined => (new Set(values).size === 1 ? values[0] : undefined)
/** "The text of the button" is about the button's letters. */
const withoutText = (targets: readonly Target[]): readonly Target[] => {
  const others = targets.filter(target => target !== 'text')
  return others.length > 0 ? others : targets
}

/** Each target that a color has, and whether it is that of its letters. */
const colorPlaces = (
  targets: readonly Target[],
): readonly { readonly target: Target; readonly layer: 'fill' | 'text' }[] | undefined => {
  const others = withoutText(targets)
  if (others.length < targets.length)
    return others.every(target => lettered.includes(target))
      ? others.map(target => ({ target, layer: 'text' }))
      : undefined
  if (targets.length === 0 || !targets.every(target => colored.has(target))) return undefined
  return targets.flatMap(target =>
    (target === 'text' ? ofText : [target]).map(one => ({ target: one, layer: filled.has(one) ? 'fill' : 'text' })),
  )
}
const colorEdits = (targets: readonly Target[], colors: readonly string[]): Edits => {
  const color = onlyOf(colors)
  return color === undefined ? undefined : colorPlaces(targets)?.map(place => ({ kind: 'color', ...place, color }))
}
/**
 * "The badge yellow with black text": of two colors, the one that is named beside the word for text is that of the letters; undefined: that cannot be told.
 */
const colorsOfBoth = (part: Part, targets: readonly Target[]): Edits => {
  const [target, ...more] = withoutText(targets)
  const at = part.meanings.findIndex(meaning => meaning.is === 'target' && meaning.target === 'text')
  const colors = part.meanings.flatMap((meaning, i) =>
    meaning.is === 'color' ? [{ color: meaning.color, away: Math.abs(i - at) }] : [],
  )
  const [near, far, ...others] = colors.toSorted((a, b) => a.away - b.away)
  const isTold = at >= 0 && near && far && others.length === 0 && near.away < far.away && part.hexColors.length === 0
  if (!isTold || target === undefined || target === 'text' || more.length > 0 || !lettered.includes(target))
    return undefined
  if (!filled.has(target)) return undefined
  return [
    { kind: 'color', target, layer: 'fill', color: far.color },
    { kind: 'color', target, layer: 'text', color: near.color },
  ]
}
/** The roles of the parts when everything is to have the colors of the brand. */
const roles: readonly (readonly [Target, BrandColor['role']])[] = [
  ['background', 'background'],
  ['headline', 'primary'],
  ['price', 'accent'],
  ['badge', 'accent'],
  ['cta', 'primary'],
]
const brandColorEdits = (
  targets: readonly Target[],
  role: BrandColor['role'] | undefined,
  brand: BrandColors,
): Edits => {
  if (targets.length > 0 && !targets.includes('all')) {
    const color = brand(role ?? 'primary')
    return color === undefined ? undefined : colorEdits(targets, [color])
  }
  const edits = roles.flatMap(([target, usual]): readonly Edit[] => {
    const color = brand(usual) ?? brand('primary')
    const layer = filled.has(target) ? 'fill' : 'text'
    return color === undefined || role !== undefined ? [] : [{ kind: 'color', target, layer, color }]
  })
  return edits.length > 0 ? edits : undefined
}

const powerOf = (part: Part): number => meant(part, 'strength').reduce((product, { power }) => product * power, 1)
const changeOf = (part: Part): SizeChange | undefined => {
  const [number, ...moreNumbers] = part.numbers
  const [factor, ...moreFactors] = meant(part, 'size').map(size => size.factor)
  if (moreNumbers.length > 0 || moreFactors.length > 0) return undefined
  if (number === undefined) return factor === undefined ? undefined : { times: factor ** powerOf(part) }
  if (number.unit !== '%') return factor === undefined && number.value > 0 ? { pixels: number.value } : undefined
  const share = number.value / 100
  if (factor === undefined) return share > 0 ? { times: share, isExact: true } : undefined
  const times = factor > 1 ? 1 + share : 1 - share
  return times > 0 ? { times, isExact: true } : undefined
}
const sizeEdits = (part: Part, targets: readonly Target[]): Edits => {
  const change = changeOf(part)
  if (change === undefined) return undefined
  return all(withoutText(targets), sized, target =>
    target === 'border' && !('pixels' in change)
      ? []
      : (target === 'text' ? ofText : [target]).map(one => ({ kind: 'size', target: one, change })),
  )
}
const textEdits = (targets: readonly Target[], [text = '', ...more]: readonly string[], adds: boolean): Edits => {
  const others = targets.filter(target => target !== 'text')
  const plain = plainText(text)
  const isFine =
    more.length === 0 && others.length === 1 && plain !== '' && plain.length <= mostText && plain === text.trim()
  return isFine
    ? all(others, worded, target => [
        { kind: 'text', target, text: plain, ...(adds && target === 'badge' ? { adds: true as const } : {}) },
      ])
    : undefined
}
const placeEdits = (part: Part, targets: readonly Target[]): Edits => {
  const sides = meant(part, 'side').map(({ side }) => side)
  const heights = meant(part, 'height').map(({ height }) => height)
  // "in the middle" says both
  const [x, y] = [onlyOf(sides), onlyOf(heights)]
  if ((sides.length > 0 && x === undefined) || (heights.length > 0 && y === undefined)) return undefined
  if (x === 'swap')
    return targets.includes('picture') || targets.every(target => target === 'all' || target === 'text')
      ? [{ kind: 'place', target: 'picture', x }]
      : undefined
  // texts are aligned, and the price among them moves
  if (y === undefined && x !== undefined && targets.some(target => aligned.has(target)))
    if (targets.every(target => aligned.has(target) || target === 'price'))
      return targets.map(target =>
        target === 'price' ? { kind: 'place', target, x } : { kind: 'side', target, side: x },
      )
  const place = { ...(x === undefined ? {} : { x }), ...(y === undefined ? {} : { y }) }
  return all(targets, placed, target => [{ kind: 'place', target: target === 'text' ? 'headline' : target, ...place }])
}
const negated = (style: LetterStyle): LetterStyle | undefined => {
  if ('italic' in style) return { italic: !style.italic }
  if ('underlined' in style) return { underlined: !style.underlined }
  if ('weight' in style) return style.weight === 700 ? { weight: 400 } : undefined
  if ('letterCase' in style) return { letterCase: 'as written' }
  return style.family === 'serif' ? { family: 'sans-serif' } : undefined
}
const letterEdits = (part: Part, targets: readonly Target[], isNegated: boolean): Edits => {
  const styles = meant(part, 'letters').map(({ style }) => (isNegated ? negated(style) : style))
  const wanted = targets.length === 0 ? (['all'] as const) : withoutText(targets)
  return all(wanted, inLetters, target =>
    (target === 'all' ? lettered : target === 'text' ? ofText : [target]).flatMap(one =>
      styles.flatMap((style): readonly Edit[] =>
        style === undefined ? [] : [{ kind: 'letters', target: one, style }],
      ),
    ),
  )
}
const directionOf = (part: Part): number | undefined => {
  const steps = [
    ...meant(part, 'tightness').map(one => one.steps),
    ...meant(part, 'amount').map(({ up }) => (up ? 1 : -1)),
    ...meant(part, 'size').map(({ factor }) => (factor > 1 ? 1 : -1)),
    ...meant(part, 'show').map(({ shown }) => (shown ? 1 : -1)),
  ]
  const up = onlyOf(steps.map(Math.sign))
  return up === undefined ? undefined : up * powerOf(part)
}
const spacingEdits = (part: Part, targets: readonly Target[]): Edits => {
  const [spacing, ...more] = meant(part, 'spacing')
  const steps = directionOf(part)
  if (steps === undefined || more.length > 0) return undefined
  const of = spacing?.of ?? (targets.some(target => ofText.includes(target) || target === 'text') ? 'letters' : 'parts')
  const others = withoutText(targets)
  if (of === 'parts')
    return others.every(target => target === 'all' || target === 'cta' || target === 'badge' || target === 'text')
      ? [{ kind: 'spacing', target: onlyOf(others.filter(target => target !== 'text')) ?? 'all', of, steps }]
      : undefined
  const wanted: readonly Target[] = others.length === 0 ? ['text'] : others
  return all(wanted, inLetters, target =>
    (target === 'text' || target === 'all' ? ofText : [target]).map(one => ({
      kind: 'spacing',
      target: one,
      of,
      steps,
    })),
  )
}
const cornerEdits = (part: Part, targets: readonly Target[]): Edits => {
  const corners = onlyOf(meant(part, 'corners').map(one => one.corners))
  const others = targets.filter(target => target !== 'corners')
  const which: readonly Target[] = others.length === 0 ? ['all'] : others
  return corners === undefined ? undefined : all(which, cornered, target => [{ kind: 'corners', target, corners }])
}

/**
 * The edits that a part of a prompt asks for of the targets, all or none: undefined if any of its words cannot be carried out, so that
 * nothing is changed by half.
 */
export const editsOfPart = (
  part: Part,
  targets: readonly Target[],
  brand: BrandColors,
): readonly TemplateEdit[] | undefined => {
  const has = (kind: Parameters<typeof meant>[1]) => meant(part, kind).length > 0
  const shown = onlyOf(meant(part, 'show').map(one => one.shown))
  const scheme = onlyOf(meant(part, 'scheme').map(one => one.scheme))
  const [byShade] = meant(part, 'shade')
  const [brandColor] = meant(part, 'brandColor')
  const isAboutSpace = has('spacing') || has('tightness')
  // "without italics" takes a style back; "remove some space" makes it less
  // a badge that gets a text is shown with it
  const addsBadge = shown === true && part.texts.length > 0 && targets.every(target => target === 'badge')
  const showsPart = has('show') && !addsBadge && !(has('letters') && shown === false) && !isAboutSpace && !has('undo')
  const asked: Edits[] = []
  if (has('undo'))
    asked.push(
      targets.length === 0 || targets.every(one => one === 'all')
        ? [{ kind: 'undo', target: 'all' }]
        : all(withoutText(targets), shownOrNot, target => [{ kind: 'undo', target }]),
    )
  if (showsPart)
    asked.push(shown === undefined ? undefined : all(targets, shownOrNot, target => [{ kind: 'show', target, shown }]))
  if (part.texts.length > 0) asked.push(shown === false ? undefined : textEdits(targets, part.texts, shown === true))
  const colors = [...part.hexColors, ...meant(part, 'color').map(({ color }) => color)]
  if (colors.length > 0)
    asked.push(showsPart && shown === false ? undefined : (colorsOfBoth(part, targets) ?? colorEdits(targets, colors)))
  if (brandColor) asked.push(brandColorEdits(targets, brandColor.role, brand))
  if (byShade) {
    const places = colorPlaces(targets.length === 0 || targets.includes('all') ? ['background'] : targets)
    asked.push(places?.map(place => ({ kind: 'shade', ...place, by: byShade.by * powerOf(part) })))
  }
  if (isAboutSpace) asked.push(spacingEdits(part, targets))
  else if (has('size') || part.numbers.length > 0) asked.push(sizeEdits(part, targets))
  if (has('side') || has('height')) asked.push(placeEdits(part, targets))
  if (has('letters')) asked.push(letterEdits(part, targets, shown === false))
  if (has('full')) asked.push(all(targets, set('cta'), target => [{ kind: 'width', target, full: shown !== false }]))
  if (has('scheme')) {
    const isWhole = targets.every(target => target === 'all' || target === 'background')
    const isThin = scheme === 'light' && !isWhole && targets.includes('text')
    asked.push(
      isThin
        ? all(withoutText(targets), inLetters, target =>
            (target === 'text' ? ofText : [target]).map(one => ({
              kind: 'letters',
              target: one,
              style: { weight: 'lighter' },
            })),
          )
        : scheme !== undefined && isWhole
          ? [{ kind: 'scheme', scheme }]
          : undefined,
    )
  }
  if (has('corners')) asked.push(cornerEdits(part, targets))
  const edits = asked.flatMap(one => one ?? [])
  if (asked.length === 0 || asked.some(one => one === undefined || one.length === 0)) return undefined
  return edits.map(edit => ({
    ...edit,
    said: part.said,
    ...(isOneOfMany(edit, targets, part) ? { isOfMany: true as const } : {}),
  }))
}

/** Whether an edit is one of several that a word such as "text" stands for, or shows a part only so that it can say something. */
const isOneOfMany = (edit: Edit, targets: readonly Target[], part: Part): boolean =>
  edit.kind === 'show'
    ? edit.shown && part.texts.length > 0
    : 'target' in edit && edit.target !== 'all' && !targets.includes(edit.target)
