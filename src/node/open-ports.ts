import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import { openBlobs } from '../adapters/blobs/open-blobs.ts'
import { openRenderCache } from '../adapters/render-cache/folder.ts'
import { sweepRunFolders } from '../adapters/renderer/process/run-folder.ts'
import { openEventFeed } from '../audit/feed/open-event-feed.ts'
import type { TrackerTypes } from '../domain/trackers/registry.ts'
import type { Metrics } from '../http/observe/metrics.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ports } from '../ports/ports.ts'
import { levelOf } from '../ports/store-away.ts'
import { checkedBlobs, filesWatch } from './checked-blobs.ts'
import { ConfigError } from './config/config-error.ts'
import type { Config } from './config/read-config.ts'
import { fileBytes } from './file-bytes.ts'
import { openTemporaryFolders } from './leftovers.ts'
import { reportOutages } from './outages.ts'
import { openOutside } from './outside-adapters.ts'
import { openSourceAdapters } from './source-adapters.ts'
import type { stopSteps } from './stopping.ts'
import { openStores } from './stores/open-stores.ts'
import { viewStates } from './stores/view-states.ts'
import type { Telemetry } from './telemetry/open-telemetry.ts'
import { openTemplateAdapters } from './template-adapters.ts'
import { whyNotUsable } from './usable-folder.ts'

type Given = {
  readonly logger: Logger
  readonly metrics: Metrics
  readonly trackerTypes: TrackerTypes
  /** What is opened is added here, so that a start that fails later closes it. */
  readonly started: ReturnType<typeof stopSteps>
  readonly onFatal: (reason: string) => void
  readonly clock: Clock | undefined
  readonly telemetry: Telemetry | undefined
  /** See StoreHooks. */
  readonly isReading?: boolean
}

/**
 * Opens everything that a node works with: stores, files, Chromium, mail, and what reads feeds, brands and templates.
 * `ports.config.publicUrl` is empty until the port is known; `setPublicUrl` sets it, before the first request.
 */
export const openPorts = async (config: Config, given: Given) => {
  const { logger, metrics, trackerTypes, started, onFatal, clock, telemetry, isReading = false } = given
  const dataDir = resolve(config.dataDir)
  const unusable = await whyNotUsable(dataDir)
  if (unusable !== undefined) throw new ConfigError(`DATA_DIR ${dataDir} cannot be used: ${unusable}`)
  const outages = reportOutages(logger)
  const stores = await openStores(config, {
    onFatal,
    isReading,
    replacesViews: !isReading,
    ...(clock ? { clock } : {}),
    seeLog: telemetry?.log,
    onAway: outages.onAway,
    onError: err => logger[levelOf(err, 'error')]({ err }, 'read models cannot be fed'),
    onStopped: (view, stopped) => {
      if (stopped)
        logger.error({ view, reason: stopped.reason, position: stopped.position }, 'read models cannot be fed')
      else logger.info({ view }, 'a view is fed again')
    },
    onNewer: ({ message, type, stream }) =>
      logger.warn({ type, stream }, `${message}; commands on its stream are refused until this node is upgraded`),
    onSnapshotFault: err => logger.warn({ err }, 'a snapshot could not be used; its stream is folded from the log'),
    onAppend: seconds => metrics.appendSeconds.observe(seconds),
    onMongoOperation: metrics.mongoOperation,
    onLead: leads => logger.info(leads ? 'this node feeds the views' : 'this node no longer feeds the views'),
  })
  started.add('the stores', () => stores.close())
  outages.begin()
  const temporary = await openTemporaryFolders(dataDir, err =>
    logger.warn({ err }, 'files that a killed node has left could not be removed'),
  )
  started.add('temporary files', temporary.close)
  const { blobs, close: closeBlobs } = await openBlobs({
    dataDir,
    blobUrl: config.blobUrl,
    incoming: temporary.incoming,
  })
  started.add('the store of files', closeBlobs)
  const files = fileBytes(blobs, stores.clock)
  started.add('the count of files', files.close)
  const watch = filesWatch(outages.onAway)
  const renderCache = await openRenderCache(
    join(dataDir, 'blobs', 'cache'),
    config.renderCacheBytes,
    stores.clock.monotonic,
  )
  await sweepRunFolders(logger)
  const outside = openOutside({ ...config, dataDir }, logger, temporary.uploads, stores)
  started.add('Chromium, mail server and outgoing requests', () => outside.close())
  const { remoteParser: parser, ...adapters } = outside
  const checked = checkedBlobs(blobs, logger, watch)
  const known = { ...config, publicUrl: config.publicUrl ?? '' }
  const { close: closeSources, ...sources } = openSourceAdapters(
    { ...stores, ...adapters, blobs: checked, config: known, parser, logger },
    { dataDir, temporary: temporary.uploads },
  )
  started.add('rows of asset sources', closeSources)
  const { close: closeTemplates, ...templates } = openTemplateAdapters(config, {
    ...adapters,
    blobs: checked,
    logger,
    folder: temporary.uploads,
  })
  started.add('brands and templates', closeTemplates)
  const eventFeed = openEventFeed({ ...stores, logger })
  const ports: Ports = {
    ...stores,
    eventFeed,
    ...adapters,
    ...sources,
    ...templates,
    blobs: checked,
    renderCache,
    logger,
    service: {
      views: () => viewStates(stores),
      sizes: async () => ({ ...(await stores.sizes()), blobs: files.now() }),
    },
    config: known,
    trackerTypes,
  }
  return {
    ports: telemetry?.ports(ports) ?? ports,
    stores,
    /** Folder of uploads that are not yet stored. */
    uploads: temporary.uploads,
    /** Ends the streams of events, which would never end by themselves. */
    endStreams: eventFeed.stop,
    /** Watches the store of files. */
    watch,
    /** Unavailable stores, each with its reason. */
    outages: outages.now,
    /** Loads what is read once, before the first request. */
    load: () => outside.load(),
    setPublicUrl: (url: string): void => {
      known.publicUrl = url
    },
  }
}
