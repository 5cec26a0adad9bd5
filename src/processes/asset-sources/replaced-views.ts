import { type ViewsToDrop, viewsToDrop } from '../../../projections/asset-sources/views-to-drop.ts'
import { sourceViews } from '../../domain/asset-sources/source-views.ts'
import { unleased } from '../../engine/react/leased.ts'
import { process } from '../../engine/react/process.ts'
import { settled } from '../../engine/react/settled.ts'
import { timeOf } from '../../ports/clock.ts'

export type DropAction = { readonly do: 'drop'; readonly id: string; readonly blob: string }

const nextActions = ({ id, views }: ViewsToDrop): readonly DropAction[] =>
  views.replaced.map(blob => ({ do: 'drop', id, blob }))

/** Deletes view events that were replaced, since they say what people looked at (SOURCE-23). Each upload has bytes of its own. */
export const replacedViews = process({
  name: 'replaced-views',
  todo: viewsToDrop,
  concurrency: 1,
  claim: unleased<ViewsToDrop>({
    onFail: ({ item: { id }, ports }, reason) =>
      ports.logger.error({ id, reason }, 'replaced view events could not be deleted'),
  }),
  nextActions,
  async perform({ id, blob }, { work, ports }) {
    await ports.blobs.delete(blob)
    settled(await work.execute(sourceViews, id, { kind: 'DropViews', blob, at: timeOf(ports) }))
  },
})
