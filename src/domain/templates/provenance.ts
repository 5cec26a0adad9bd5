import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'

/**
 * Who made a version of a template, and when: the host of a model with the model's name, or `built-in` for the rules of the service.
 */
export const Provenance = fields({ provider: t.string, at: t.string }, { model: t.string })
export type Provenance = t.TypeOf<typeof Provenance>

/** The rules of the service as a provider. */
export const builtIn = 'built-in'

/** The end of a sentence about a version that a model made. */
export const madeBy = ({ model, provider }: Provenance): string =>
  model === undefined ? '' : ` by ${model} of ${provider}`
