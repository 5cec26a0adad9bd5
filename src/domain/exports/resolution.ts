import * as t from 'io-ts'
import { described } from '../../codec/described.ts'
import type { ExportFormat } from './events.ts'

const values: Readonly<Record<string, 1 | 2>> = { '1': 1, '2': 2 }

/** Resolution as clients send it: "1", "2", 1 or 2 (decision 25). */
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

/** Whether a format has resolution 2: png, jpg and gif do (section 8 of the interface). */
export const takesResolution2 = (format: ExportFormat): boolean =>
  format === 'png' || format === 'jpg' || format === 'gif'
