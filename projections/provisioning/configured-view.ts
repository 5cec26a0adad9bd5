import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import type { configuredAs } from '../../src/domain/provisioning/configured.ts'
import type { Projection } from '../../src/engine/read/projection.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** The current value; `revision` is its ETag. */
export type ConfiguredView<V> = { readonly value: V; readonly revision: number; readonly updatedOn: string }

/** The view of an aggregate that is written as a whole (`configuredAs`), under the id of its stream. */
export const configuredView = <N extends string, V>(
  name: string,
  aggregate: ReturnType<typeof configuredAs<N, V>>,
  codec: t.Type<V, unknown>,
): Projection<ConfiguredView<V>> =>
  projectionOf(aggregate, {
    name,
    version: 1,
    codec: fields({ value: codec, revision: t.number, updatedOn: t.string }),
    indexes: [],
    evolve: (_, { data, revision }) => ({ value: data.value, revision, updatedOn: data.at }),
  })
