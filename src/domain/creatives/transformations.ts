import type { ProductAsset } from './creative.ts'
import { colour, extent, fontFamily, length, number, type Read, weight, word } from './css-values.ts'
import type { Transformation } from './transformation.ts'

/** A transformation and the column whose elements it changes. */
export type ColumnTransformation = Pick<Transformation, 'type' | 'transformation' | 'isActive' | 'isArchived'> & {
  readonly column: string
}

type Values = Readonly<Record<string, unknown>>

/** A type: how its members are read, and its CSS declarations by what was read. */
type Rule = {
  readonly members: Readonly<Record<string, Read>>
  readonly css: (
    read: Readonly<Record<string, string | undefined>>,
  ) => readonly (readonly [string, string | undefined])[]
}

const percent = number(0, 100)
const beyond = (start: string, size: string): number => Math.max(0, 100 - Number(start) - Number(size))

/** Members that are a CSS property each. */
const properties = (members: Readonly<Record<string, readonly [property: string, read: Read]>>): Rule => ({
  members: Object.fromEntries(Object.entries(members).map(([name, [, read]]) => [name, read])),
  css: read => Object.entries(members).map(([name, [property]]) => [property, read[name]]),
})

/**
 * The rendered transformations (CREATIVE-6), by type, with the members of `transformation`:
 * - crop: x, y, width, height in percent of the element
 * - resize: width, height (px or a length), fit (contain, cover, fill, none, scale-down)
 * - position: x, y (px or a length), relative to the original position
 * - textStyle: fontSize, fontFamily, fontWeight, fontStyle, textAlign, lineHeight, letterSpacing, textTransform
 * - colour: color, backgroundColor
 * - visibility: visible
 */
const rules: Readonly<Record<string, Rule>> = {
  crop: {
    members: { x: percent, y: percent, width: percent, height: percent },
    css: ({ x, y, width, height }) =>
      x === undefined || y === undefined || width === undefined || height === undefined
        ? []
        : [['clip-path', `inset(${y}% ${beyond(x, width)}% ${beyond(y, height)}% ${x}%)`]],
  },
  resize: properties({
    width: ['width', extent],
    height: ['height', extent],
    fit: ['object-fit', word('contain', 'cover', 'fill', 'none', 'scale-down')],
  }),
  position: {
    members: { x: length, y: length },
    css: ({ x = '0px', y = '0px' }) => [['translate', `${x} ${y}`]],
  },
  textStyle: properties({
    fontSize: ['font-size', extent],
    fontFamily: ['font-family', fontFamily],
    fontWeight: ['font-weight', weight],
    fontStyle: ['font-style', word('normal', 'italic', 'oblique')],
    textAlign: ['text-align', word('left', 'center', 'right', 'justify', 'start', 'end')],
    lineHeight: ['line-height', v => number(0, 10)(v) ?? extent(v)],
    letterSpacing: ['letter-spacing', length],
    textTransform: ['text-transform', word('none', 'uppercase', 'lowercase', 'capitalize')],
  }),
  colour: properties({ color: ['color', colour], backgroundColor: ['background-color', colour] }),
  visibility: properties({
    visible: ['visibility', v => (v === true ? 'visible' : v === false ? 'hidden' : undefined)],
  }),
}

/** The rule of a type; names inherited from Object are not types. */
const ruleOf = (type = ''): Rule | undefined => (Object.hasOwn(rules, type) ? rules[type] : undefined)

const readMembers = ({ members }: Rule, values: Values) =>
  Object.fromEntries(Object.entries(members).map(([name, read]) => [name, read(values[name])]))

const declarations = ({ type, transformation = {} }: ColumnTransformation): readonly string[] => {
  const rule = ruleOf(type)
  const found = rule?.css(readMembers(rule, transformation)) ?? []
  return found.flatMap(([property, value]) => (value === undefined ? [] : [`${property}:${value}!important`]))
}

const live = (t: Pick<Transformation, 'isActive' | 'isArchived'>) => t.isActive && !t.isArchived

// column names contain only letters, digits, spaces, _ and -, but are quoted anyway
const selector = (column: string) => `[data-asset="${column.replace(/["\\\n]/g, '')}"]`

/** The stylesheet of a creative's transformations in one ad unit; empty if there are none. */
export const transformationStyle = (transformations: readonly ColumnTransformation[]): string =>
  transformations
    .filter(live)
    .map(t => {
      const body = declarations(t).join(';')
      return body === '' ? '' : `${selector(t.column)}{${body}}`
    })
    .join('')

/** The transformations of a request that are stored. */
const storedOf = (assets: readonly ProductAsset[]) =>
  assets
    .filter(({ columnValue }) => columnValue !== null)
    .flatMap(a => (a.adUnitTransformations ?? []).flatMap(u => u.transformations ?? []))

/** Transformation types in a request that are stored but not rendered (CREATIVE-6). */
export const unknownTransformationTypes = (assets: readonly ProductAsset[]): readonly string[] =>
  [...new Set(storedOf(assets).flatMap(({ type = 'none' }) => (ruleOf(type) ? [] : [type])))].sort()

/** The members of rendered types in a request, as `type.member`, whose values are in another form: they are stored but not rendered. */
export const unreadMembers = (assets: readonly ProductAsset[]): readonly string[] => {
  const unread = storedOf(assets).flatMap(({ type, transformation: values = {} }) => {
    const members = Object.entries(ruleOf(type)?.members ?? {})
    // a crop is drawn with all of its members or not at all
    const isSent = (name: string) => type === 'crop' || (values[name] ?? undefined) !== undefined
    return members.flatMap(([name, read]) =>
      isSent(name) && read(values[name]) === undefined ? [`${type}.${name}`] : [],
    )
  })
  return [...new Set(unread)].sort()
}
