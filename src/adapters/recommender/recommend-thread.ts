import { parentPort } from 'node:worker_threads'
import type { FeedFault, ParsedFeed } from '../../ports/feed-parser.ts'
import type { RecommendationWork, ViewFile } from '../../ports/recommender.ts'
import { checkViews } from './check-views.ts'
import { Impossible } from './fault.ts'
import { recommend } from './recommend.ts'

/** `counted`: one number, the rows so far, which the asking thread looks at. */
export type RecommendTask = { readonly out: string } & (
  | ({ readonly do: 'recommend'; readonly counted: SharedArrayBuffer } & RecommendationWork)
  | ({ readonly do: 'check-views' } & ViewFile)
)
export type RecommendOutcome = ParsedFeed | FeedFault | { readonly broken: string }

const done = async (task: RecommendTask): Promise<RecommendOutcome> => {
  try {
    if (task.do === 'check-views') return await checkViews(task, task.out)
    const counted = new Int32Array(task.counted)
    return await recommend(task, { out: task.out, onRows: rows => void Atomics.store(counted, 0, rows) })
  } catch (error) {
    if (error instanceof Impossible) return { code: error.code, detail: error.message }
    return { broken: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', async (task: RecommendTask) => parentPort?.postMessage(await done(task)))
// its modules are loaded: from now on the time of the work counts
parentPort?.postMessage('ready')
