import * as t from 'io-ts'
import { type Described, described } from './described.ts'

/** true or false, or the same as text: one operation of the interface has the field as a string. */
export const booleanOrText: Described<boolean, boolean> = described(
  new t.Type<boolean, boolean, unknown>(
    t.boolean.name,
    t.boolean.is,
    (u, context) => t.boolean.validate(u === 'true' || u === 'false' ? u === 'true' : u, context),
    t.identity,
  ),
  { anyOf: [{ type: 'boolean' }, { type: 'string', enum: ['true', 'false'] }] },
)
