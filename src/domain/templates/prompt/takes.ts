import type { Target } from './meaning.ts'
import type { TemplateEdit } from './template-edit.ts'

/** An edit as a prompt would ask for it. */
type Extra = {
  readonly [K in TemplateEdit['kind']]: Omit<Extract<TemplateEdit, { kind: K }>, 'said' | 'isOfMany'>
}[TemplateEdit['kind']]
/** A way to carry out a prompt again. `note`: what is different, for people. */
export type Variant = { readonly edits: readonly TemplateEdit[]; readonly note?: string }

/** How much of a change each take makes where the prompt leaves a choice; later ones begin again. */
const powers = [1, 1.75, 0.5, 2.5] as const

const hasChoice = (edit: TemplateEdit): boolean =>
  edit.kind === 'spacing' ||
  edit.kind === 'shade' ||
  (edit.kind === 'size' && 'times' in edit.change && !edit.change.isExact)
const withPower = (edit: TemplateEdit, power: number): TemplateEdit => {
  if (!hasChoice(edit)) return edit
  if (edit.kind === 'spacing') return { ...edit, steps: edit.steps * power }
  if (edit.kind === 'shade') return { ...edit, by: edit.by * power }
  if (edit.kind !== 'size' || !('times' in edit.change)) return edit
  return { ...edit, change: { times: edit.change.times ** power } }
}

/** What a variant may change beside the prompt, and how it is called. */
const besides: readonly (readonly [name: string, ...ways: readonly Extra[]])[] = [
  [
    'corners',
    { kind: 'corners', target: 'all', corners: 'square' },
    { kind: 'corners', target: 'all', corners: 'rounded' },
  ],
  [
    'size of the headline',
    { kind: 'size', target: 'headline', change: { times: 1.14 } },
    { kind: 'size', target: 'headline', change: { times: 0.88 } },
  ],
  [
    'size of the picture',
    { kind: 'size', target: 'picture', change: { times: 1.14 } },
    { kind: 'size', target: 'picture', change: { times: 0.88 } },
  ],
  [
    'distances',
    { kind: 'spacing', target: 'all', of: 'parts', steps: 1 },
    { kind: 'spacing', target: 'all', of: 'parts', steps: -1 },
  ],
  ['capitals of the button', { kind: 'letters', target: 'cta', style: { letterCase: 'upper' } }],
  [
    'size of the price',
    { kind: 'size', target: 'price', change: { times: 1.14 } },
    { kind: 'size', target: 'price', change: { times: 0.88 } },
  ],
  ['alignment', { kind: 'side', target: 'all', side: 'center' }, { kind: 'side', target: 'all', side: 'left' }],
]
const targetOf = (edit: Extra | TemplateEdit): Target => ('target' in edit ? edit.target : 'all')
/** Whether an edit would undo or touch what another one asks for. */
const touches = (extra: Extra, edit: TemplateEdit): boolean => {
  const [a, b] = [targetOf(extra), targetOf(edit)]
  return a === b || (extra.kind === edit.kind && (a === 'all' || b === 'all' || b === 'corners'))
}

/**
 * The ways to carry out a prompt in a take, the best first; the first one that gives something new counts. What the prompt asks for is true in each: where
 * it leaves a choice, as "bigger" does, each take makes another one; where it leaves none, something else changes.
 */
export const variants = (edits: readonly TemplateEdit[], take: number): readonly Variant[] => {
  if (take === 0 || edits.length === 0 || edits.some(({ kind }) => kind === 'undo')) return [{ edits }]
  const power = powers[take % powers.length] ?? 1
  const chosen = edits.map(edit => withPower(edit, power))
  const first = edits.some(hasChoice) && power !== 1 ? [{ edits: chosen }] : []
  const said = edits[0]!.said
  const free = besides
    .map(([name, ...ways]) => ({ name, ways: ways.filter(way => !edits.some(edit => touches(way, edit))) }))
    .filter(({ ways }) => ways.length > 0)
  const turned = free.map((_, i) => free[(i + take - 1) % free.length]!)
  // a further way of each before the next one comes again
  const others = [0, 1].flatMap(nth =>
    turned.flatMap(({ name, ways }) => {
      const way = ways[nth]
      return way === undefined ? [] : [{ name, way }]
    }),
  )
  const besideOthers = others.map(({ name, way }) => ({
    edits: [...edits, { ...way, said: `${said} (${name})` }],
    note: `This variant differs in the ${name}.`,
  }))
  return [...first, ...besideOthers]
}

/** An edit with less of what it asks for, twice, where the prompt leaves the choice; none where it does not. */
export const softened = (edits: readonly TemplateEdit[]): readonly (readonly TemplateEdit[])[] =>
  edits.some(hasChoice) ? [0.5, 0.25].map(power => edits.map(edit => withPower(edit, power))) : []

/** Kinds of edits that need room. */
const needsRoom = new Set<TemplateEdit['kind']>(['place', 'size', 'text', 'letters', 'spacing', 'width', 'show'])
/**
 * Edits with what makes room for them where they do not fit: a smaller headline, and then tighter distances too. Neither is done where the prompt is about it.
 */
export const withRoom = (edits: readonly TemplateEdit[]): readonly Variant[] => {
  if (!edits.some(({ kind }) => needsRoom.has(kind))) return []
  const { said } = edits[0]!
  const smaller = { kind: 'size', target: 'headline', change: { times: 0.82 }, said } as const
  const tighter = { kind: 'spacing', target: 'all', of: 'parts', steps: -1.5, said } as const
  if (edits.some(edit => touches(smaller, edit))) return []
  return [
    { edits: [...edits, smaller], note: 'To make room, the headline is smaller now.' },
    {
      edits: [...edits, smaller, tighter],
      note: 'To make room, the headline is smaller and the distances are shorter now.',
    },
  ]
}
