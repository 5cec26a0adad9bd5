import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { feed } from '../../src/domain/asset-sources/feed.ts'
import { nextRun, Schedule } from '../../src/domain/asset-sources/schedule.ts'
import { untouched } from '../../src/domain/shared/claim.ts'
import { todoFields, todoList, todoOf } from '../../src/engine/react/to-do.ts'
import { on, projectionOn } from '../../src/engine/read/projection-of.ts'

/** Feeds with a schedule; `due` is the time of the next run. */
export const FeedToRun = fields(
  { ...todoFields.required, id: t.string, accountId: t.string, assetSourceId: t.number },
  { ...todoFields.optional, schedule: Schedule, due: t.string },
)
export type FeedToRun = t.TypeOf<typeof FeedToRun>

type Own = Pick<FeedToRun, 'id' | 'accountId' | 'assetSourceId'>

/** The item after a moment from which the schedule counts. */
const itemFrom = ({ id, accountId, assetSourceId }: Own, schedule: Schedule | undefined, from: string): FeedToRun => {
  const due = schedule && nextRun(schedule, from)
  return {
    ...todoOf(due !== undefined, untouched, due),
    id,
    accountId,
    assetSourceId,
    ...(schedule ? { schedule } : {}),
    ...(due ? { due } : {}),
  }
}

export const feedsToRun = todoList(
  projectionOn<FeedToRun>({ name: 'feeds-to-run', version: 1, codec: FeedToRun, indexes: [['todo']] }, [
    on(feed, {
      evolve(item, event, id) {
        switch (event.type) {
          case 'FeedConfigured': {
            const { accountId, assetSourceId, settings, at } = event.data
            return itemFrom({ id, accountId, assetSourceId }, settings.schedule, at)
          }
          case 'FeedChanged':
            return item && itemFrom(item, event.data.settings.schedule, event.data.at)
          case 'FeedUnderstood':
            return item
          case 'FeedRunRequested':
            return item && event.data.due !== undefined ? itemFrom(item, item.schedule, event.data.due) : item
        }
      },
    }),
  ]),
)
