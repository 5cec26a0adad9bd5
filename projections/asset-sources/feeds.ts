import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { feed } from '../../src/domain/asset-sources/feed.ts'
import { FeedSettings } from '../../src/domain/asset-sources/feed-events.ts'
import { on, projectionOn } from '../../src/engine/read/projection-of.ts'
import { RunShown, ranRuns, withRun } from './run-shown.ts'

/** A feed with its last runs, newest first. */
export const FeedView = fields({ settings: FeedSettings, runs: t.array(RunShown) })
export type FeedView = t.TypeOf<typeof FeedView>

export const feeds = projectionOn<FeedView>({ name: 'feeds', version: 1, codec: FeedView, indexes: [] }, [
  on(feed, {
    evolve(view, event) {
      switch (event.type) {
        case 'FeedConfigured':
          return { settings: event.data.settings, runs: [] }
        case 'FeedChanged':
          return view && { ...view, settings: event.data.settings }
        case 'FeedRunRequested':
          return view && { ...view, runs: withRun(view.runs, event.data) }
      }
    },
  }),
  ranRuns(),
])
