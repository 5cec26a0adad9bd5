import * as E from 'fp-ts/lib/Either.js'

/** Reads the value of a variable; Left: what it must be, to stand behind its name. */
export type Read<A> = (value: string | undefined) => E.Either<string, A>

/** A variable that is not set, or blank, has a default. */
export const orElse =
  <A>(otherwise: A, read: Read<A>): Read<A> =>
  value =>
    value === undefined || value.trim() === '' ? E.right(otherwise) : read(value.trim())

/** Takes every value. */
export const any: Read<string> = value => E.right(value ?? '')

/** Takes what fits; `must` is what a wrong value is answered with. */
export const matching =
  (must: string, fits: (value: string) => boolean): Read<string> =>
  value =>
    value !== undefined && fits(value) ? E.right(value) : E.left(must)

/** A whole number from min to max. */
export const whole =
  (min: number, max: number): Read<number> =>
  value =>
    /^\d{1,15}$/.test(value ?? '') && Number(value) >= min && Number(value) <= max
      ? E.right(Number(value))
      : E.left(`must be a whole number from ${min} to ${max}`)

/** Items separated by commas, each of which fits. */
export const listing =
  (must: string, fits: (item: string) => boolean): Read<readonly string[]> =>
  value => {
    const items = (value ?? '')
      .split(',')
      .map(item => item.trim())
      .filter(item => item !== '')
    return items.every(fits) ? E.right(items) : E.left(must)
  }

/** A URL of one of these protocols, such as `https:`. */
export const url = (must: string, ...protocols: readonly string[]) =>
  matching(must, value => URL.canParse(value) && protocols.includes(new URL(value).protocol))
