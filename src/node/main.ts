import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as E from 'fp-ts/lib/Either.js'
import packageJson from '../../package.json' with { type: 'json' }
import { FolderUnfinished } from '../adapters/backup/unfinished.ts'
import { openBlobs } from '../adapters/blobs/open-blobs.ts'
import { openRenderCache } from '../adapters/render-cache/folder.ts'
import { openChromiumFolders } from '../adapters/renderer/process/folders.ts'
import { KeysRefused } from '../adapters/secrets/read-keys.ts'
import { withoutLastSlash } from '../domain/shared/trimmed.ts'
import { parseTrackerTypes } from '../domain/trackers/registry.ts'
import { runProcesses } from '../engine/react/run-processes.ts'
import { createApp } from '../http/app.ts'
import { listen, whyNotListening } from '../http/listen.ts'
import { createMetrics } from '../http/observe/metrics.ts'
import { uploadFolders } from '../http/request/upload-folders.ts'
import { findKeyIn } from '../lookups/find-key.ts'
import { operations } from '../operations/operations.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ports } from '../ports/ports.ts'
import { levelOf, StoreAway } from '../ports/store-away.ts'
import { WrongAddress } from '../ports/wrong-address.ts'
import { processes } from '../processes/processes.ts'
import { startSweeping } from '../processes/sweeping/hourly-sweep.ts'
import { checkedBlobs, filesWatch } from './checked-blobs.ts'
import { type Config, readConfig } from './config/read-config.ts'
import { whyNotUsable } from './data-dir.ts'
import { openTemporaryFolders } from './leftovers.ts'
import { openLogLines } from './logger.ts'
import { reportOutages } from './outages.ts'
import { openOutside } from './outside-adapters.ts'
import { keepFilesPrivate } from './private-files.ts'
import { watchStores } from './readiness.ts'
import { openSourceAdapters } from './source-adapters.ts'
import { endOnSignals, stopSteps } from './stopping.ts'
import { openStores } from './stores/open-stores.ts'
import { openTemplateAdapters } from './template-adapters.ts'

/** Milliseconds that running requests have to finish after SIGTERM. */
const graceMs = 20_000

export type Node = { readonly url: string; readonly port: number; stop(): Promise<void> }

/** The configuration from the environment. Throws one error that names every invalid variable. */
const configured = (env: Readonly<Record<string, string | undefined>>): Config => {
  const config = readConfig(env)
  if (E.isLeft(config)) throw new ConfigError(config.left.join('\n'))
  return config.right
}
class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Starts a node: stores, processes and HTTP service. When a step fails, everything that was started is stopped. */
export const startNode = async (
  env: Readonly<Record<string, string | undefined>>,
  options: {
    readonly log?: 'stdout' | 'silent'
    /** The event log can no longer be written. */
    readonly onFatal?: () => void
    /** Default: the machine's clock. */
    readonly clock?: Clock
  } = {},
): Promise<Node> => {
  const config = configured(env)
  const trackerTypes = parseTrackerTypes(config.trackerTypes)
  if (E.isLeft(trackerTypes)) throw new ConfigError(trackerTypes.left.join('\n'))
  const level = options.log === 'silent' ? 'silent' : config.logLevel
  const { logger, requests, close: closeLog } = openLogLines(level)
  const started = stopSteps(logger)
  started.add('the log', closeLog)
  try {
    const dataDir = resolve(config.dataDir)
    const unusable = await whyNotUsable(dataDir)
    if (unusable !== undefined) throw new ConfigError(`DATA_DIR ${dataDir} cannot be used: ${unusable}`)
    const metrics = createMetrics()
    const outages = reportOutages(logger)
    const stores = await openStores(config, {
      onFatal: reason => {
        logger.fatal({ reason }, 'the event log can no longer be written')
        options.onFatal?.()
      },
      ...(options.clock ? { clock: options.clock } : {}),
      onAway: outages.onAway,
      onError: (err, view) => logger[levelOf(err, 'error')]({ err, view }, 'read models cannot be fed'),
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
    const watch = filesWatch(outages.onAway)
    const renderCache = await openRenderCache(
      join(dataDir, 'blobs', 'cache'),
      config.renderCacheBytes,
      stores.clock.monotonic,
    )
    const folders = await openChromiumFolders(dataDir, logger)
    started.add('folders of Chromium', () => folders.close())
    const outside = openOutside({ ...config, dataDir }, logger, folders, temporary.uploads, stores)
    started.add('Chromium, mail server and outgoing requests', () => outside.close())
    // publicUrl is set once the port is known; nothing reads it before the first request
    const known = { ...config, publicUrl: config.publicUrl ?? '' }
    const { remoteParser: parser, ...adapters } = outside
    const checked = checkedBlobs(blobs, logger, watch)
    const { close: closeSources, ...sources } = openSourceAdapters(
      { ...stores, ...adapters, blobs: checked, parser, logger },
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
    const ports: Ports = {
      ...stores,
      ...adapters,
      ...sources,
      ...templates,
      blobs: checked,
      renderCache,
      logger,
      config: known,
      trackerTypes: trackerTypes.right,
    }
    const watched = watchStores(stores, outages.now, metrics, logger)
    started.add('metrics', watched.stop)

    const app = createApp({
      rows: operations,
      ports,
      newWork: stores.newWork,
      findKey: findKeyIn(stores.readModels),
      adminApiKey: config.adminApiKey,
      trustedHosts: config.trustedHosts,
      rateLimit: config.rateLimit,
      addressLimit: config.rateLimit === 'off' ? 'off' : config.addressLimit,
      trustProxy: config.trustProxy,
      metrics,
      uploads: uploadFolders(temporary.uploads, watch),
      inFlightBytes: config.inFlightBytes,
      requestLog: requests,
      version: packageJson.version,
      readiness: watched.readiness,
      startPosition: BigInt(stores.status().reflected),
    })
    await outside.load()
    const server = await listen(app, {
      port: config.port,
      host: config.host,
      clock: stores.clock,
      sendTimeoutMs: config.sendTimeoutMs,
      onSlowClient: (why, bytes) => {
        metrics.slowClient(why)
        logger.info({ why, bytes }, 'a client was too slow, and its connection was ended')
      },
    }).catch(cause => {
      throw new ConfigError(`HOST ${config.host}, PORT ${config.port}: ${whyNotListening(cause)}`, { cause })
    })
    started.add('requests', () => server.stop(graceMs))
    known.publicUrl = withoutLastSlash(
      config.publicUrl ?? `http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${server.port}`,
    )
    // identifies this node in the events of its jobs
    const worker = randomUUID()
    const runner = runProcesses(processes, ports, stores.newWork, { leaseMs: config.leaseMs, worker })
    started.add('jobs', () => runner.stop())
    watched.feed(runner)
    const sweeping = startSweeping(ports, stores.newWork)
    started.add('the hourly sweep', () => sweeping.stop())
    // runs first, in parallel: no request is accepted while a job renders its last files
    started.add('requests and jobs', async () => void (await Promise.all([server.stop(graceMs), runner.stop()])))
    logger.info({ url: known.publicUrl, worker }, 'endcap is listening')
    return { url: known.publicUrl, port: server.port, stop: started.stop }
  } catch (error) {
    // what could not stop is logged; why the start failed matters more
    await started.stop().catch(() => undefined)
    throw error
  }
}

/** Errors at the start whose message says all that an operator needs. */
const forOperators = [ConfigError, KeysRefused, FolderUnfinished, StoreAway, WrongAddress]

/** Runs a node until SIGTERM or SIGINT; a second signal ends the process at once. */
export const runNode = async () => {
  keepFilesPrivate()
  try {
    // acknowledged writes are on disk, so a supervisor can restart the process
    const node = await startNode(process.env, { onFatal: () => process.exit(1) })
    endOnSignals(node.stop)
  } catch (error) {
    if (!forOperators.some(kind => error instanceof kind)) throw error
    console.error((error as Error).message)
    // exit code 1: a supervisor may restart (a store is unavailable); 2: an operator has to act first
    process.exit(error instanceof StoreAway ? 1 : 2)
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await runNode()
