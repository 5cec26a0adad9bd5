import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { checked, type Described, described, type Schema } from './described.ts'

const isString = (u: unknown): u is string => typeof u === 'string'

export type TextRule = {
  /** Fewest and most characters: code points, as `minLength` and `maxLength` of JSON Schema count them. */
  readonly min?: number
  readonly max?: number
  readonly pattern?: RegExp
  /** The message for a value that does not match `pattern`: "must …". */
  readonly must?: string
  /** true: control characters are allowed (multi-line text). */
  readonly multiline?: boolean
  readonly format?: string
}

/** Whether a text has more than so many characters. Only a text of more UTF-16 units than that is counted. */
export const isLonger = (text: string, characters: number): boolean => {
  if (text.length <= characters) return false
  if (text.length > 2 * characters) return true
  let left = characters
  for (const _ of text) if (left-- === 0) return true
  return false
}

/** Text within bounds. Control characters are refused unless `multiline`; NUL is always refused. */
export const text = (rule: TextRule = {}): Described<string> => {
  const min = rule.min ?? 0
  const max = rule.max ?? 65_536
  const forbidden = rule.multiline ? /\u0000/ : /[\u0000-\u001f\u007f]/
  return checked(
    'string',
    isString,
    u => {
      if (typeof u !== 'string') return 'must be a string'
      if (min > 0 && !isLonger(u, min - 1))
        return min === 1 ? 'must not be empty' : `must have at least ${min} characters`
      if (isLonger(u, max)) return `must have at most ${max} characters`
      if (forbidden.test(u)) return 'must not contain control characters'
      // half of a surrogate pair can be written neither in a URL nor in UTF-8
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

/** A codec of a text or an array whose greatest length is a bound of HTTP-20: a longer one is 413. */
export type Bounded = { readonly mostLength: number }

/** Text as `text`, that is too large beyond `max` characters (HTTP-20). */
export const boundedText = (rule: TextRule & { readonly max: number }): Described<string> & Bounded =>
  Object.assign(text(rule), { mostLength: rule.max })

/** One of a fixed set of words. */
export const oneOf = <const W extends readonly string[]>(...words: W): Described<W[number]> =>
  checked(
    words.join(' | '),
    (u): u is W[number] => words.includes(u as string),
    u => (words.includes(u as string) ? undefined : `must be one of ${words.join(', ')}`),
    { type: 'string', enum: words },
  )

/** One of a fixed set of words, each with its meaning. */
export const wordsOf = <W extends string>(
  words: readonly W[],
  meanings: Readonly<Record<W, string>>,
  about = '',
): Described<W> => {
  const lines = words.map(word => `- \`${word}\`: ${meanings[word]}`)
  return described(oneOf(...words), {
    type: 'string',
    enum: words,
    description: [about, lines.join('\n')].filter(part => part !== '').join('\n\n'),
  })
}

/** A word that is also accepted under another name, by which it is never shown. */
export const orAlias = <W extends string>(words: readonly W[], alias: string, word: W): Described<W> => {
  const codec = oneOf(...words)
  return described(
    new t.Type<W>(codec.name, codec.is, (u, context) => codec.validate(u === alias ? word : u, context), t.identity),
    { type: 'string', enum: [...words, alias], description: `\`${alias}\` means \`${word}\`.` },
  )
}

/** A text with a further rule; `must` is the message for a text that violates it. */
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
