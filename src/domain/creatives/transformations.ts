import type { ProductAsset } from './creative.ts'
import type { Transformation } from './transformation.ts'

/** A transformation and the column whose elements it changes. */
export type ColumnTransformation = Pick<Transformation, 'type' | 'transformation' | 'isActive' | 'isArchived'> & {
  readonly column: string
}

type Values = Readonly<Record<string, unknown>>
/** The CSS declarations of a transformation. Values in an unexpected form are dropped, so that nothing can be injected. */
type Rule = (values: Values) => readonly (readonly [property: string, value: string])[]

const number =
  (min: number, max: number) =>
  (value: unknown): string | undefined =>
    typeof value === 'number' && value >= min && value <= max ? String(value) : undefined
/** A number of pixels, or a string with one of the units px, %, em, rem, pt. */
const length = (value: unknown): string | undefined => {
  if (typeof value === 'number' && Math.abs(value) <= 10_000) return `${value}px`
  return typeof value === 'string' && /^-?\d{1,5}(?:\.\d{1,3})?(?:px|%|em|rem|pt)$/.test(value) ? value : undefined
}
/** A non-negative length. */
const extent = (value: unknown): string | undefined => {
  const found = length(value)
  return found?.startsWith('-') ? undefined : found
}
const word =
  (...words: readonly string[]) =>
  (value: unknown): string | undefined =>
    words.find(w => w === value)
const colour = (value: unknown): string | undefined =>
  typeof value === 'string' && /^(?:#[0-9a-f]{3,8}|[a-z]{3,30}|(?:rgb|hsl)a?\([\d\s.,%/]{1,60}\))$/i.test(value)
    ? value
    : undefined
/** Families that CSS knows by a word; in quotes they would be the names of fonts that nobody has. */
const genericFamilies: ReadonlySet<string> = new Set(
  'serif sans-serif monospace cursive fantasy system-ui ui-serif ui-sans-serif ui-monospace ui-rounded math'.split(' '),
)
/** A family of a list; names may have quotes. */
const family = (given: string): string | undefined => {
  const name = given.trim()
  const [, , inQuotes] = /^(["'])([^"']*)\1$/.exec(name) ?? []
  if (inQuotes === undefined && genericFamilies.has(name.toLowerCase())) return name.toLowerCase()
  const bare = inQuotes ?? name
  return /^[\p{L}\d -]*$/u.test(bare) ? `"${bare.trim()}"` : undefined
}
const fontFamily = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || !/^[\p{L}\d ,"'-]{1,120}$/u.test(value)) return undefined
  const families = value.split(',').map(family)
  return families.includes(undefined) ? undefined : families.join(', ')
}
const weight = (value: unknown) => number(1, 1000)(value) ?? word('normal', 'bold', 'lighter', 'bolder')(value)

const declarations = (
  values: Values,
  reads: Readonly<Record<string, readonly [string, (v: unknown) => string | undefined]>>,
) =>
  Object.entries(reads).flatMap(([name, [property, read]]) => {
    const value = read(values[name])
    return value === undefined ? [] : [[property, value] as const]
  })

const size = { width: ['width', extent], height: ['height', extent] } as const

const crop: Rule = values => {
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map(name => number(0, 100)(values[name]))
  if (x === undefined || y === undefined || width === undefined || height === undefined) return []
  const [right, bottom] = [100 - Number(x) - Number(width), 100 - Number(y) - Number(height)]
  return [['clip-path', `inset(${y}% ${Math.max(0, right)}% ${Math.max(0, bottom)}% ${x}%)`]]
}

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
  crop,
  resize: values =>
    declarations(values, { ...size, fit: ['object-fit', word('contain', 'cover', 'fill', 'none', 'scale-down')] }),
  position: values => {
    const [x, y] = [length(values.x) ?? '0px', length(values.y) ?? '0px']
    return [['translate', `${x} ${y}`]]
  },
  textStyle: values =>
    declarations(values, {
      fontSize: ['font-size', extent],
      fontFamily: ['font-family', fontFamily],
      fontWeight: ['font-weight', weight],
      fontStyle: ['font-style', word('normal', 'italic', 'oblique')],
      textAlign: ['text-align', word('left', 'center', 'right', 'justify', 'start', 'end')],
      lineHeight: ['line-height', v => number(0, 10)(v) ?? extent(v)],
      letterSpacing: ['letter-spacing', length],
      textTransform: ['text-transform', word('none', 'uppercase', 'lowercase', 'capitalize')],
    }),
  colour: values => declarations(values, { color: ['color', colour], backgroundColor: ['background-color', colour] }),
  visibility: values =>
    values.visible === false ? [['visibility', 'hidden']] : values.visible === true ? [['visibility', 'visible']] : [],
}

/** The rule of a type; names inherited from Object are not types. */
const ruleOf = (type = ''): Rule | undefined => (Object.hasOwn(rules, type) ? rules[type] : undefined)

const live = (t: Pick<Transformation, 'isActive' | 'isArchived'>) => t.isActive && !t.isArchived

// column names contain only letters, digits, spaces, _ and -, but are quoted anyway
const selector = (column: string) => `[data-asset="${column.replace(/["\\\n]/g, '')}"]`

/** The stylesheet of a creative's transformations in one ad unit; empty if there are none. */
export const transformationStyle = (transformations: readonly ColumnTransformation[]): string =>
  transformations
    .filter(live)
    .map(t => {
      const found = ruleOf(t.type)?.(t.transformation ?? {}) ?? []
      const body = found.map(([property, value]) => `${property}:${value}!important`).join(';')
      return body === '' ? '' : `${selector(t.column)}{${body}}`
    })
    .join('')

/** Transformation types in a request that are stored but not rendered (CREATIVE-6). */
export const unknownTransformationTypes = (assets: readonly ProductAsset[]): readonly string[] => {
  const stored = assets.filter(({ columnValue }) => columnValue !== null)
  const sent = stored.flatMap(a => (a.adUnitTransformations ?? []).flatMap(u => u.transformations ?? []))
  return [...new Set(sent.map(t => t.type ?? 'none').filter(type => ruleOf(type) === undefined))].sort()
}
