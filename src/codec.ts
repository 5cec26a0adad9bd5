import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'

/** The part of JSON Schema (2020-12) that codecs describe themselves with. */
export type Schema = { readonly [keyword: string]: unknown }

/** A codec that knows its JSON Schema, so that the OpenAPI document says what the codec checks. */
export type Described<A, O = A> = t.Type<A, O> & { readonly schema: Schema }

/** Gives a codec the JSON Schema that stands for it. */
export const described = <A, O>(codec: t.Type<A, O>, schema: Schema): Described<A, O> =>
  Object.assign(codec, { schema })

/**
 * An object with required and optional fields. Unknown fields drop out (decision 3), on the way in and on the way out.
 * An optional field may be absent, not null.
 */
export const fields = <R extends t.Props, O extends t.Props = Record<never, never>>(required: R, optional?: O) =>
  t.exact(t.intersection([t.type(required), t.partial(optional ?? ({} as O))]))

const checked = <A>(
  name: string,
  is: t.Is<A>,
  problemOf: (u: unknown) => string | undefined,
  schema: Schema,
): Described<A> =>
  described(
    new t.Type<A>(
      name,
      is,
      (u, context) => {
        const problem = problemOf(u)
        return problem === undefined ? t.success(u as A) : t.failure(u, context, problem)
      },
      t.identity,
    ),
    schema,
  )

const isString = (u: unknown): u is string => typeof u === 'string'

export type TextRule = {
  /** Fewest and most characters (UTF-16 units). */
  readonly min?: number
  readonly max?: number
  readonly pattern?: RegExp
  /** What a value must look like, in words: "must …". */
  readonly must?: string
  /** true: control characters are allowed (multi-line text). */
  readonly multiline?: boolean
  readonly format?: string
}

/** Text within bounds. Control characters are refused unless `multiline`; NUL is refused always. */
export const text = (rule: TextRule = {}): Described<string> => {
  const min = rule.min ?? 0
  const max = rule.max ?? 65_536
  const forbidden = rule.multiline ? /\u0000/ : /[\u0000-\u001f\u007f]/
  return checked(
    'string',
    isString,
    u => {
      if (typeof u !== 'string') return 'must be a string'
      if (u.length < min) return min === 1 ? 'must not be empty' : `must have at least ${min} characters`
      if (u.length > max) return `must have at most ${max} characters`
      if (forbidden.test(u)) return 'must not contain control characters'
      // half of a surrogate pair cannot stand in an address, nor in a file of UTF-8
      if (!u.isWellFormed()) return 'must be well-formed Unicode'
      if (rule.pattern && !rule.pattern.test(u)) return rule.must ?? `must match ${rule.pattern.source}`
      return undefined
    },
    {
      type: 'string',
      ...(min > 0 ? { minLength: min } : {}),
      maxLength: max,
      pattern: rule.pattern?.source ?? (rule.multiline ? '^[^\\u0000]*$' : '^[^\\u0000-\\u001f\\u007f]*$'),
      ...(rule.format ? { format: rule.format } : {}),
    },
  )
}

/** A whole number within bounds; a safe integer always. */
export const integer = (min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): Described<number> =>
  checked(
    'integer',
    (u): u is number => Number.isSafeInteger(u),
    u => {
      if (typeof u !== 'number' || !Number.isSafeInteger(u)) return 'must be a whole number'
      if (u < min || u > max) return `must be between ${min} and ${max}`
      return undefined
    },
    { type: 'integer', minimum: min, maximum: max },
  )

/** One of a fixed set of words. */
export const oneOf = <const W extends readonly string[]>(...words: W): Described<W[number]> =>
  checked(
    words.join(' | '),
    (u): u is W[number] => words.includes(u as string),
    u => (words.includes(u as string) ? undefined : `must be one of ${words.join(', ')}`),
    { type: 'string', enum: words },
  )

/** An array of at most `max` items. */
export const listOf = <C extends t.Mixed>(item: C, max = 10_000, min = 0) =>
  described(
    new t.Type<t.TypeOf<C>[], t.OutputOf<C>[]>(
      `Array<${item.name}>`,
      (u): u is t.TypeOf<C>[] => Array.isArray(u) && u.every(item.is),
      (u, context) => {
        if (!Array.isArray(u)) return t.failure(u, context, 'must be an array')
        if (u.length > max) return t.failure(u, context, `must have at most ${max} items`)
        if (u.length < min) return t.failure(u, context, `must have at least ${min} item${min === 1 ? '' : 's'}`)
        return t.array(item).validate(u, context)
      },
      a => a.map(item.encode),
    ),
    { type: 'array', items: item as unknown as Schema, maxItems: max, ...(min > 0 ? { minItems: min } : {}) },
  )

/** A string in a path or query that stands for an integer: `\d{1,18}`, safe (decision 11). */
export const IntegerText = described(
  new t.Type<number, string>(
    'integer in text',
    (u): u is number => Number.isSafeInteger(u),
    (u, context) =>
      typeof u === 'string' && /^\d{1,18}$/.test(u) && Number.isSafeInteger(Number(u))
        ? t.success(Number(u))
        : t.failure(u, context, 'must be a whole number of at most 18 digits, below 2^53'),
    String,
  ),
  { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
)

/** `true` or `false` in a query. */
export const BooleanText = described(
  new t.Type<boolean, string>(
    'boolean in text',
    t.boolean.is,
    (u, context) =>
      u === 'true' || u === 'false' ? t.success(u === 'true') : t.failure(u, context, 'must be true or false'),
    String,
  ),
  { type: 'boolean' },
)

const idText = () =>
  text({ pattern: /^[A-Za-z0-9_-]{1,64}$/, must: 'must be 1 to 64 letters, digits, - or _', max: 64 })

/** An account's id, chosen by the caller (decision 11). */
export const AccountId = idText()
/** An organisation's id, chosen by the caller (decision 11). */
export const OrgId = idText()
/** An ad server's id, chosen by the caller. */
export const AdServerId = idText()
/** A name that people read: 1 to 255 characters (decision 8). */
export const Name = text({ min: 1, max: 255 })
/** A mail address, without line breaks or angle brackets; compared case-insensitively (decision 21). */
export const EmailAddress = text({
  max: 254,
  pattern: /^[^\s@<>(),;:"\\[\]]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/,
  must: 'must be a mail address',
  format: 'idn-email',
})
/** A text with one rule more than its pattern says; `must` is told when it does not hold. */
export const further = (
  rule: Described<string>,
  holds: (text: string) => boolean,
  must: string,
  schema: Schema,
): Described<string> =>
  described(
    new t.Type<string>(
      rule.name,
      rule.is,
      (u, context) => {
        const read = rule.validate(u, context)
        return E.isRight(read) && !holds(read.right) ? t.failure(u, context, must) : read
      },
      t.identity,
    ),
    schema,
  )

/** A calendar day, `YYYY-MM-DD`, that exists. */
export const Day = further(
  text({ pattern: /^\d{4}-\d{2}-\d{2}$/, must: 'must be a day, YYYY-MM-DD', max: 10 }),
  day => {
    const date = new Date(`${day}T00:00:00Z`)
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
  },
  'must be a day that exists',
  { type: 'string', format: 'date' },
)
const mustBeWebUrl = 'must be an http or https URL'
/** An absolute http or https URL of at most 2,048 characters. */
export const WebUrl = further(
  text({ max: 2048, pattern: /^https?:\/\//i, must: mustBeWebUrl }),
  url => URL.canParse(url),
  mustBeWebUrl,
  { type: 'string', format: 'uri', maxLength: 2048 },
)

/** A JSON object of any content, at most `maxBytes` when serialised (decision 32). */
export const openObject = (maxBytes = 65_536): Described<Readonly<Record<string, unknown>>> =>
  checked(
    'object',
    (u): u is Readonly<Record<string, unknown>> => typeof u === 'object' && u !== null && !Array.isArray(u),
    u => {
      if (typeof u !== 'object' || u === null || Array.isArray(u)) return 'must be an object'
      return Buffer.byteLength(JSON.stringify(u)) > maxBytes ? `must be at most ${maxBytes} bytes as JSON` : undefined
    },
    { type: 'object', additionalProperties: true },
  )

/** Decodes what is known to be right (our own stored data); throws with the codec's name when it is not. */
export const mustDecode = <A>(codec: t.Type<A, unknown, unknown>, u: unknown): A => {
  const decoded = codec.decode(u)
  if (E.isLeft(decoded)) {
    const at = decoded.left[0]?.context.map(c => c.key).join('/')
    throw new Error(`stored data is not a ${codec.name}: ${at} ${decoded.left[0]?.message ?? ''}`)
  }
  return decoded.right
}
