import * as t from 'io-ts'

/** A value of `kind` as text. If `read` returns undefined, `must` is the error message. */
export const inText = <A>(kind: t.Type<A, unknown>, must: string, read: (text: string) => A | undefined) =>
  new t.Type<A>(
    kind.name,
    kind.is,
    (u, context) => {
      const value = t.string.is(u) ? read(u) : undefined
      return value === undefined ? t.failure(u, context, must) : t.success(value)
    },
    t.identity,
  )

/** Gives an unset or blank variable a default; surrounding blanks are trimmed. */
export const orElse = <A, D>(otherwise: D, codec: t.Type<A>) =>
  new t.Type<A | D>(
    codec.name,
    (u): u is A | D => u === otherwise || codec.is(u),
    (u, context) => {
      const value = t.string.is(u) ? u.trim() : ''
      return value === '' ? t.success(otherwise) : codec.validate(value, context)
    },
    t.identity,
  )

/** A text that satisfies `fits`. */
export const matching = (must: string, fits: (value: string) => boolean) =>
  inText(t.string, must, value => (fits(value) ? value : undefined))

/** A whole number from min to max. */
export const whole = (min: number, max: number) =>
  inText(t.number, `must be a whole number from ${min} to ${max}`, value =>
    /^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max ? Number(value) : undefined,
  )

/** 1 or 0. */
export const flag = inText(t.boolean, 'must be 1 or 0', value =>
  value === '1' || value === '0' ? value === '1' : undefined,
)

/** Items separated by commas, each of which satisfies `fits`. */
export const listing = (must: string, fits: (item: string) => boolean) =>
  inText(t.readonlyArray(t.string), must, value => {
    const items = value
      .split(',')
      .map(item => item.trim())
      .filter(item => item !== '')
    return items.every(fits) ? items : undefined
  })

/** A URL of one of these protocols, such as `https:`. */
export const url = (must: string, ...protocols: readonly string[]) =>
  matching(must, value => URL.canParse(value) && protocols.includes(new URL(value).protocol))
