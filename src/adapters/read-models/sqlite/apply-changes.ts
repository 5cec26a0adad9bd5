import type { Change, ViewRef } from '../../../ports/read-models.ts'
import type { Write } from '../../sqlite/transaction.ts'
import { type Generations, keyOf, type ViewName } from './generations.ts'
import type { Documents } from './write-views.ts'

/**
 * `ReadModels.apply` for changes computed elsewhere: written together with the checkpoint, unless the stored checkpoint
 * is no longer `from`. A missing view counts as at 0 and is created.
 */
export const changeApplier = (write: Write, generations: Generations, documents: Documents) => {
  const servingOf = (view: ViewName) => generations.list().find(g => g.serving && keyOf(g) === keyOf(view))
  return (view: ViewRef, changes: readonly Change[], from: bigint, checkpoint: bigint): bigint =>
    write(() => {
      const stored = servingOf(view)
      if (BigInt(stored?.checkpoint ?? 0) !== from) return BigInt(stored?.checkpoint ?? 0)
      const id = stored?.id ?? generations.create(view)
      if (!stored) generations.serve(view, id)
      const changed = documents.write(id, changes, Number(from))
      generations.advance([id], Number(checkpoint), changed)
      return checkpoint
    })
}
