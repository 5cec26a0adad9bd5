import { parentPort } from 'node:worker_threads'
import type { FeedLimits } from '../../domain/asset-sources/feed-format.ts'
import type { FeedFault, FeedFile, FeedSample, ParsedFeed } from '../../ports/feed-parser.ts'
import { parseFeed } from './parse-feed.ts'
import { sampleFeed } from './sample-feed.ts'
import { Unreadable } from './unreadable.ts'

/** `counted`: one number, the rows so far, which the asking thread looks at. */
export type FeedTask = FeedFile &
  (
    | { readonly do: 'sample'; readonly cut: boolean }
    | {
        readonly do: 'parse'
        readonly out: string
        readonly keyColumn: string
        readonly variantColumn?: string | undefined
        readonly named?: readonly string[] | undefined
        readonly columns?: readonly string[] | undefined
        readonly limits: FeedLimits
        readonly counted: SharedArrayBuffer
      }
  )
export type FeedOutcome = FeedSample | ParsedFeed | FeedFault | { readonly broken: string }

const done = async (task: FeedTask): Promise<FeedOutcome> => {
  try {
    if (task.do === 'sample') return await sampleFeed(task, task.cut)
    const counted = new Int32Array(task.counted)
    return await parseFeed(task, { ...task, onRows: rows => void Atomics.store(counted, 0, rows) })
  } catch (error) {
    if (error instanceof Unreadable) return { code: error.code, detail: error.message }
    return { broken: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', async (task: FeedTask) => parentPort?.postMessage(await done(task)))
// its modules are loaded: from now on the time of the work counts
parentPort?.postMessage('ready')
