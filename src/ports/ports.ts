import type { TrackerTypes } from '../domain/trackers/registry.ts'
import type { Blobs } from './blobs.ts'
import type { Clock } from './clock.ts'
import type { CloudStorages } from './cloud-storage.ts'
import type { EventLog } from './event-log.ts'
import type { Fetcher } from './fetcher.ts'
import type { FileKinds } from './file-kinds.ts'
import type { IdSource } from './ids.ts'
import type { Logger } from './logger.ts'
import type { Mailer } from './mailer.ts'
import type { ReadModels } from './read-models.ts'
import type { RenderCache } from './render-cache.ts'
import type { Renderer } from './renderer.ts'
import type { Secrets } from './secrets.ts'
import type { Zipper } from './zip.ts'

/** Everything that commands, queries and processes reach the world by. `src/node` fills it in. */
export type Ports = {
  readonly log: EventLog
  readonly readModels: ReadModels
  readonly blobs: Blobs
  readonly secrets: Secrets
  readonly clock: Clock
  readonly ids: IdSource
  readonly mailer: Mailer
  readonly renderer: Renderer
  readonly renderCache: RenderCache
  readonly fetcher: Fetcher
  readonly cloudStorage: CloudStorages
  readonly zip: Zipper
  readonly fileKinds: FileKinds
  readonly logger: Logger
  /** The registry of tracker types (decision 30). */
  readonly trackerTypes: TrackerTypes
  /** What the code above needs of the configuration. */
  readonly config: {
    /** Where people, pages and tags reach the service, without a slash at the end. */
    readonly publicUrl: string
  }
}
