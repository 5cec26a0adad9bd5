import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import type { Configure } from '../../src/domain/provisioning/configured.ts'
import { type Projection, projection } from '../../src/engine/read/projection.ts'
import { isOf, streamId } from '../../src/engine/read/streams.ts'

/** The last value that was put; `revision` is the ETag of its answers. */
export type ConfiguredView<V> = { readonly value: V; readonly revision: number; readonly updatedOn: string }

/** What was put as a whole (`configuredAs`), under the id of its stream. */
export const configuredView = <V>(
  name: string,
  category: string,
  codec: t.Type<V, unknown>,
): Projection<ConfiguredView<V>> => {
  const View = fields({ value: codec, revision: t.number, updatedOn: t.string })
  return projection({
    name,
    version: 1,
    codec: View as unknown as t.Type<ConfiguredView<V>, unknown>,
    indexes: [],
    categories: [category],
    idOf: event => (isOf(category, event) ? streamId(category, event) : undefined),
    evolve: (_, event) => {
      const data = event.data as Configure<V>
      return { value: data.value, revision: event.revision, updatedOn: data.at }
    },
  })
}
