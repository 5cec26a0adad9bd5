import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import * as assert from 'uvu/assert'
import { faultsOf } from '../../../src/http/request/faults.ts'

/** Whether a codec accepts a value. */
export const accepts = (codec: t.Mixed, value: unknown): boolean => E.isRight(codec.decode(value))
/** The faults in a response: `pointer detail`. */
export const reported = (codec: t.Mixed, value: unknown): readonly string[] => {
  const decoded = codec.decode(value)
  return E.isLeft(decoded) ? faultsOf(decoded.left, '').map(f => `${f.pointer} ${f.detail}`) : []
}
/** Asserts that each value is refused with this single fault at the top level. */
export const refuses = (codec: t.Mixed, detail: string, ...values: readonly unknown[]): void => {
  for (const value of values) assert.equal(reported(codec, value), [` ${detail}`], JSON.stringify(value)?.slice(0, 80))
}
