import * as t from 'io-ts'
import { described } from './described.ts'

/** A macro's value in a query; any other value from an ad server counts as absent, because the ad must show anyway. */
export const Macro = described(
  new t.Type<string | undefined, string>(
    'macro',
    (u): u is string | undefined => u === undefined || typeof u === 'string',
    u => t.success(typeof u === 'string' ? u : undefined),
    u => u ?? '',
  ),
  { type: 'string' },
)
