import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { feed } from '../../src/domain/asset-sources/feed.ts'
import { findsAnew } from '../../src/domain/asset-sources/feed-changes.ts'
import { FeedSettings } from '../../src/domain/asset-sources/feed-events.ts'
import { Understood } from '../../src/domain/asset-sources/feed-format.ts'
import { on, projectionOn } from '../../src/engine/read/projection-of.ts'
import { RunShown, ranRuns, withRun } from './run-shown.ts'

/** A feed with its last runs, newest first, and how its file was understood. */
export const FeedView = fields({ settings: FeedSettings, runs: t.array(RunShown) }, { understood: Understood })
export type FeedView = t.TypeOf<typeof FeedView>

const changed = ({ understood, ...view }: FeedView, settings: FeedSettings): FeedView => {
  const isKept = understood !== undefined && !findsAnew(view.settings, settings)
  return { ...view, settings, ...(isKept ? { understood } : {}) }
}

export const feeds = projectionOn<FeedView>({ name: 'feeds', version: 1, codec: FeedView, indexes: [] }, [
  on(feed, {
    evolve(view, event) {
      switch (event.type) {
        case 'FeedConfigured':
          return { settings: event.data.settings, runs: [] }
        case 'FeedChanged':
          return view && changed(view, event.data.settings)
        case 'FeedUnderstood':
          return view && { ...view, understood: event.data.understood }
        case 'FeedRunRequested':
          return view && { ...view, runs: withRun(view.runs, event.data) }
      }
    },
  }),
  ranRuns(),
])
