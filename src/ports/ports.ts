import type { TrackerTypes } from '../domain/trackers/registry.ts'
import type { Blobs } from './blobs.ts'
import type { BrandReader } from './brand-reader.ts'
import type { Clock } from './clock.ts'
import type { CloudStorages } from './cloud-storage.ts'
import type { Composer } from './composer.ts'
import type { Dsp } from './dsp.ts'
import type { DspAccesses } from './dsp-access.ts'
import type { DspReadings } from './dsp-readings.ts'
import type { DspReviews } from './dsp-reviews.ts'
import type { EventFeed } from './event-feed.ts'
import type { EventLog } from './event-log.ts'
import type { FeedParser } from './feed-parser.ts'
import type { FeedSources } from './feed-sources.ts'
import type { Fetcher } from './fetcher.ts'
import type { FileKinds } from './file-kinds.ts'
import type { GenerativeService } from './generative-service.ts'
import type { IdSource } from './ids.ts'
import type { Logger } from './logger.ts'
import type { Mailer } from './mailer.ts'
import type { PictureChecks } from './picture-checks.ts'
import type { ReadModels } from './read-models.ts'
import type { Recommender } from './recommender.ts'
import type { RemoteRows } from './remote-rows.ts'
import type { RenderCache } from './render-cache.ts'
import type { Renderer } from './renderer.ts'
import type { RowIndexes } from './row-indexes.ts'
import type { Secrets } from './secrets.ts'
import type { ServiceState } from './service-state.ts'
import type { TemplateGenerator } from './template-generator.ts'
import type { Zipper } from './zip.ts'

/**
 * The interfaces through which commands, queries and processes access the outside world. `src/node` provides the
 * adapters.
 */
export type Ports = {
  readonly log: EventLog
  readonly eventFeed: EventFeed
  readonly readModels: ReadModels
  readonly blobs: Blobs
  readonly secrets: Secrets
  readonly clock: Clock
  readonly ids: IdSource
  readonly mailer: Mailer
  readonly composer: Composer
  readonly renderer: Renderer
  readonly renderCache: RenderCache
  readonly fetcher: Fetcher
  /** For what pages of ads load: their authors choose the addresses, so it has exceptions of its own. */
  readonly adFetcher: Fetcher
  readonly cloudStorage: CloudStorages
  readonly dsp: Dsp
  readonly dspAccess: DspAccesses
  readonly dspReviews: DspReviews
  readonly dspReadings: DspReadings
  readonly feedSources: FeedSources
  readonly feedParser: FeedParser
  readonly remoteRows: RemoteRows
  readonly rowIndexes: RowIndexes
  readonly recommender: Recommender
  readonly brandReader: BrandReader
  readonly templateGenerator: TemplateGenerator
  /** Undefined unless the environment names one. */
  readonly generativeService?: GenerativeService | undefined
  readonly zip: Zipper
  readonly fileKinds: FileKinds
  readonly pictureChecks: PictureChecks
  readonly logger: Logger
  readonly service: ServiceState
  /** The registry of tracker types (TAGS-4). */
  readonly trackerTypes: TrackerTypes
  /** The part of the configuration that the application needs. */
  readonly config: {
    /** Base URL of the service for people, pages and tags, without a trailing slash. */
    readonly publicUrl: string
    /** Recipients of mails for an account in an hour (APPROVAL-18). */
    readonly mailLimit: number | 'off'
    /** Bytes of files that an account may hold (HTTP-32); undefined is off. */
    readonly storageLimit?: number | 'off' | undefined
    /** Milliseconds within which an animated GIF ends (EXPORT-9); 0: never; undefined: the default of the renderer. */
    readonly gifMaxMs?: number | undefined
    /** Where people return after they authorised Endcap at the DSP (DSP-5); undefined without one. */
    readonly dspRedirectUrl?: string | undefined
  }
}
