import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { described } from '../../codec/described.ts'
import { type Rejection, rejection } from '../shared/decider.ts'
import type { ExportFormat } from './events.ts'

const values: Readonly<Record<string, 1 | 2>> = { '1': 1, '2': 2 }

/** Resolution as clients send it: "1", "2", 1 or 2 (EXPORT-7). */
export const Resolution = described(
  new t.Type<1 | 2, number>(
    'resolution',
    (u): u is 1 | 2 => u === 1 || u === 2,
    (u, context) => {
      const value = typeof u === 'string' || typeof u === 'number' ? values[String(u)] : undefined
      return value === undefined ? t.failure(u, context, 'must be 1 or 2') : t.success(value)
    },
    n => n,
  ),
  { enum: ['1', '2', 1, 2] },
)

/** Whether a format has resolution 2: png, jpg and gif do (EXPORT-2). */
export const takesResolution2 = (format: ExportFormat): boolean =>
  format === 'png' || format === 'jpg' || format === 'gif'

/** Refuses a resolution that the format does not have; `pointer` is its place in the request. */
export const mustBeSupported = (
  format: ExportFormat | undefined,
  resolution: 1 | 2 | undefined,
  pointer: string,
): E.Either<Rejection, void> =>
  format === undefined || resolution !== 2 || takesResolution2(format)
    ? E.right(undefined)
    : E.left(
        rejection('invalid-request', `Resolution 2 is not supported for ${format}.`, {
          errors: [{ pointer, code: 'unsupported', detail: 'must be 1 for tiff and mp4' }],
        }),
      )
