type Schema = { readonly [keyword: string]: unknown }
type Rule = (value: never, limit: never, schema: Schema, at: string, root: Schema) => readonly string[]

const isObject = (u: unknown): u is Record<string, unknown> => typeof u === 'object' && u !== null && !Array.isArray(u)
const kinds: Readonly<Record<string, (u: unknown) => boolean>> = {
  object: isObject,
  array: Array.isArray,
  string: u => typeof u === 'string',
  number: u => typeof u === 'number',
  integer: Number.isInteger,
  boolean: u => typeof u === 'boolean',
  null: u => u === null,
}
const formats: Readonly<Record<string, (text: string) => boolean>> = {
  uri: URL.canParse,
  date: text => /^\d{4}-\d\d-\d\d$/.test(text),
  'date-time': text => !Number.isNaN(Date.parse(text)),
  email: text => text.includes('@'),
}
const unless = (holds: boolean, fault: string): readonly string[] => (holds ? [] : [fault])
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const alternatives = (value: unknown, schemas: readonly Schema[], at: string, root: Schema) =>
  schemas.map(schema => misfits(value, schema, root, at)).filter(faults => faults.length === 0).length

/** One rule a keyword; `value` is of the kind that the keyword is about (JSON Schema 2020-12). */
const rules = {
  type: (value: unknown, type: string | readonly string[], _s: Schema, at: string) =>
    unless(
      [type].flat().some(kind => kinds[kind]?.(value)),
      `${at} is no ${type}`,
    ),
  enum: (value: unknown, words: readonly unknown[], _s: Schema, at: string) =>
    unless(
      words.some(word => same(word, value)),
      `${at} is none of ${words}`,
    ),
  const: (value: unknown, word: unknown, _s: Schema, at: string) => unless(same(word, value), `${at} is not ${word}`),
  required: (value: object, names: readonly string[], _s: Schema, at: string) =>
    names.flatMap(name => unless(Object.hasOwn(value, name), `${at}/${name} is missing`)),
  properties: (value: Record<string, unknown>, of: Record<string, Schema>, _s: Schema, at: string, root: Schema) =>
    Object.entries(of).flatMap(([name, schema]) =>
      Object.hasOwn(value, name) ? misfits(value[name], schema, root, `${at}/${name}`) : [],
    ),
  additionalProperties: (
    value: Record<string, unknown>,
    rest: Schema | boolean,
    { properties = {} }: Schema,
    at: string,
    root: Schema,
  ) =>
    Object.entries(value).flatMap(([name, member]) => {
      if (rest === true || Object.hasOwn(properties as object, name)) return []
      return rest === false ? [`${at}/${name} is too much`] : misfits(member, rest, root, `${at}/${name}`)
    }),
  items: (value: readonly unknown[], schema: Schema, _s: Schema, at: string, root: Schema) =>
    value.flatMap((item, i) => misfits(item, schema, root, `${at}/${i}`)),
  minItems: (value: readonly unknown[], least: number, _s: Schema, at: string) =>
    unless(value.length >= least, `${at} has fewer than ${least} items`),
  maxItems: (value: readonly unknown[], most: number, _s: Schema, at: string) =>
    unless(value.length <= most, `${at} has more than ${most} items`),
  minLength: (value: string, least: number, _s: Schema, at: string) =>
    unless(value.length >= least, `${at} is shorter than ${least}`),
  maxLength: (value: string, most: number, _s: Schema, at: string) =>
    unless(value.length <= most, `${at} is longer than ${most}`),
  pattern: (value: string, pattern: string, _s: Schema, at: string) =>
    unless(new RegExp(pattern, 'u').test(value), `${at} does not match ${pattern}`),
  format: (value: string, format: string, _s: Schema, at: string) =>
    unless(formats[format]?.(value) ?? false, `${at} is no ${format}`),
  minimum: (value: number, least: number, _s: Schema, at: string) => unless(value >= least, `${at} is below ${least}`),
  maximum: (value: number, most: number, _s: Schema, at: string) => unless(value <= most, `${at} is above ${most}`),
  anyOf: (value: unknown, schemas: readonly Schema[], _s: Schema, at: string, root: Schema) =>
    unless(alternatives(value, schemas, at, root) > 0, `${at} fits no alternative`),
  oneOf: (value: unknown, schemas: readonly Schema[], _s: Schema, at: string, root: Schema) =>
    unless(alternatives(value, schemas, at, root) === 1, `${at} fits not exactly one alternative`),
  allOf: (value: unknown, schemas: readonly Schema[], _s: Schema, at: string, root: Schema) =>
    schemas.flatMap(schema => misfits(value, schema, root, at)),
  $ref: (value: unknown, ref: string, _s: Schema, at: string, root: Schema) =>
    misfits(value, referred(root, ref), root, at),
} satisfies Readonly<Record<string, Rule>>

const about: Readonly<Record<string, string>> = {
  required: 'object',
  properties: 'object',
  additionalProperties: 'object',
  items: 'array',
  minItems: 'array',
  maxItems: 'array',
  minLength: 'string',
  maxLength: 'string',
  pattern: 'string',
  format: 'string',
  minimum: 'number',
  maximum: 'number',
}
const words: ReadonlySet<string> = new Set(['description', 'default', 'title', 'example'])

const referred = (root: Schema, ref: string): Schema =>
  ref
    .split('/')
    .slice(1)
    .reduce((at, name) => at[name] as Schema, root)

/**
 * Why a value does not satisfy a schema of the OpenAPI document `root`; nothing when it does. Throws for a keyword that it
 * does not know.
 */
export const misfits = (value: unknown, schema: Schema, root: Schema, at = ''): readonly string[] =>
  Object.entries(schema).flatMap(([keyword, limit]) => {
    if (words.has(keyword)) return []
    const rule = (rules as Readonly<Record<string, Rule>>)[keyword]
    if (rule === undefined) throw new Error(`the schema at ${at} has the unknown keyword ${keyword}`)
    const kind = about[keyword]
    if (kind !== undefined && !kinds[kind]?.(value)) return []
    return rule(value as never, limit as never, schema, at, root)
  })
