import * as t from 'io-ts'
import { type Described, described } from './described.ts'

/** A text, or an empty one, as a form sends it for an input that was left empty. Unlike an io-ts union, this reports the text's own errors. */
export const orEmpty = (codec: t.Type<string>): Described<string> =>
  described(
    new t.Type<string>(
      codec.name,
      t.string.is,
      (u, context) => (u === '' ? t.success('') : codec.validate(u, context)),
      t.identity,
    ),
    { anyOf: [codec, t.literal('')] },
  )
