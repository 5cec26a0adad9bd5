import * as E from 'fp-ts/lib/Either.js'
import packageJson from '../../package.json' with { type: 'json' }
import { withoutLastSlash } from '../domain/shared/trimmed.ts'
import { parseTrackerTypes } from '../domain/trackers/registry.ts'
import { createApp } from '../http/app.ts'
import { listen, whyNotListening } from '../http/listen.ts'
import { createMetrics } from '../http/observe/metrics.ts'
import { uploadFolders } from '../http/request/upload-folders.ts'
import { accountExistsIn } from '../lookups/account-exists.ts'
import { findKeyIn } from '../lookups/find-key.ts'
import { operations } from '../operations/operations.ts'
import type { Clock } from '../ports/clock.ts'
import { checkAuditPlaces } from './audit-places.ts'
import { ConfigError } from './config/config-error.ts'
import { type Config, readConfig } from './config/read-config.ts'
import { hostInUrl } from './host-in-url.ts'
import { openLogLines } from './logger.ts'
import { openAccessLog } from './open-access-log.ts'
import { warnOfFewFiles } from './open-files.ts'
import { openPorts } from './open-ports.ts'
import { watchStores } from './readiness.ts'
import { startWork } from './start-work.ts'
import { stopSteps } from './stopping.ts'
import { storedBytes } from './stored-bytes.ts'
import { telemetryOf } from './telemetry/node-telemetry.ts'

/** Milliseconds that running requests have to finish after SIGTERM. */
const graceMs = 20_000

export type Node = { readonly url: string; readonly port: number; stop(): Promise<void> }

/** The configuration from the environment. Throws one error that names every invalid variable. */
const configured = (env: Readonly<Record<string, string | undefined>>): Config => {
  const config = readConfig(env)
  if (E.isLeft(config)) throw new ConfigError(config.left.join('\n'))
  return config.right
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
  await checkAuditPlaces(config)
  const level = options.log === 'silent' ? 'silent' : config.logLevel
  const metrics = createMetrics(packageJson.version)
  const telemetry = await telemetryOf(config, metrics)
  const { logger, requests, close: closeLog } = openLogLines(level, telemetry?.logFields)
  telemetry?.reportTo(logger)
  // before it runs: a module that never returns is then named by the last line
  if (config.projections !== undefined)
    logger.info({ module: config.projections }, 'projections of your own are being loaded')
  const started = stopSteps(logger)
  started.add('the log', closeLog)
  let isListening = false
  started.add('the last line', hasFailed => {
    if (isListening && !hasFailed) logger.info('stopped')
  })
  if (telemetry) started.add('telemetry', telemetry.close)
  await warnOfFewFiles(logger)
  try {
    const { ports, stores, endStreams, uploads, watch, outages, load, setPublicUrl } = await openPorts(config, {
      logger,
      metrics,
      trackerTypes: trackerTypes.right,
      started,
      onFatal: reason => {
        logger.fatal({ reason }, 'the event log can no longer be written')
        options.onFatal?.()
      },
      clock: options.clock,
      telemetry,
    })
    const newWork = telemetry?.work(stores.newWork) ?? stores.newWork
    const watched = watchStores(stores, outages, metrics, logger)
    started.add('metrics', watched.stop)

    const access = openAccessLog(config, stores.clock, logger)
    started.add('the access log', access.close)
    const app = createApp({
      rows: operations,
      ports,
      newWork,
      traced: telemetry?.requests,
      findKey: findKeyIn({ ...stores, logger }),
      accountExists: accountExistsIn(stores),
      adminApiKey: config.adminApiKey,
      trustedHosts: config.trustedHosts,
      rateLimit: config.rateLimit,
      addressLimit: config.rateLimit === 'off' ? 'off' : config.addressLimit,
      trustProxy: config.trustProxy,
      metrics,
      uploads: uploadFolders(uploads, watch),
      inFlightBytes: config.inFlightBytes,
      requestLog: requests,
      accessLog: access.log,
      version: packageJson.version,
      readiness: watched.readiness,
      startPosition: BigInt(stores.status().reflected),
    })
    await load()
    const server = await listen(app, {
      port: config.port,
      host: config.host,
      clock: stores.clock,
      isBehindProxy: config.trustProxy > 0,
      sendTimeoutMs: config.sendTimeoutMs,
      onSlowClient: (why, bytes) => {
        metrics.slowClient(why)
        logger.info({ why, bytes }, 'a client was too slow, and its connection was ended')
      },
    }).catch(cause => {
      throw new ConfigError(`HOST ${config.host}, PORT ${config.port}: ${whyNotListening(cause)}`, { cause })
    })
    started.add('requests', () => server.stop(graceMs))
    const url = withoutLastSlash(config.publicUrl ?? `http://${hostInUrl(config.host)}:${server.port}`)
    setPublicUrl(url)
    const { worker, runner } = await startWork(config, { ports, stores, newWork, watched, telemetry, logger, started })
    metrics.stored(storedBytes(ports, stores.clock))
    // runs first, in parallel: no request is accepted while a job renders its last files
    started.add('requests and jobs', async () => void (await Promise.all([server.stop(graceMs), runner.stop()])))
    started.add('event streams', endStreams)
    logger.info({ url, worker }, 'endcap is listening')
    isListening = true
    return { url, port: server.port, stop: started.stop }
  } catch (error) {
    // what could not stop is logged; why the start failed matters more
    await started.stop().catch(() => undefined)
    throw error
  }
}
