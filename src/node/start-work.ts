import { randomUUID } from 'node:crypto'
import packageJson from '../../package.json' with { type: 'json' }
import { type ProcessRunner, runProcesses } from '../engine/react/run-processes.ts'
import type { Logger } from '../ports/logger.ts'
import type { Ports } from '../ports/ports.ts'
import { levelOf } from '../ports/store-away.ts'
import { processes } from '../processes/processes.ts'
import { startSweeping } from '../processes/sweeping/hourly-sweep.ts'
import { startWebhooks } from '../processes/webhooks/start-webhooks.ts'
import { startAnnouncing } from './announcing.ts'
import type { Config } from './config/read-config.ts'
import { openSeals } from './open-seals.ts'
import type { watchStores } from './readiness.ts'
import type { stopSteps } from './stopping.ts'
import type { Stores } from './stores/open-stores.ts'
import type { Telemetry } from './telemetry/open-telemetry.ts'

type Given = {
  readonly ports: Ports
  readonly stores: Stores
  readonly newWork: Stores['newWork']
  readonly watched: ReturnType<typeof watchStores>
  readonly telemetry: Telemetry | undefined
  readonly logger: Logger
  /** What is started is added here, so that it is stopped with the node. */
  readonly started: ReturnType<typeof stopSteps>
}

/**
 * Starts what a node does besides answering requests: its jobs, saying how it is, the daily seals, webhooks and the hourly sweep. `worker` identifies
 * the node in the events of its jobs.
 */
export const startWork = async (
  config: Config,
  { ports, stores, newWork, watched, telemetry, logger, started }: Given,
): Promise<{ readonly worker: string; readonly runner: ProcessRunner }> => {
  const worker = randomUUID()
  const traced = telemetry ? processes.map(telemetry.process) : processes
  const runner = runProcesses(traced, ports, newWork, { leaseMs: config.leaseMs, worker })
  started.add('jobs', () => runner.stop())
  watched.feed(runner)
  const announcing = startAnnouncing(
    stores,
    { worker, version: packageJson.version, leaseMs: config.leaseMs },
    {
      readiness: watched.readiness,
      cacheBytes: ports.renderCache.bytes,
      onLackingKey: lacking =>
        logger.error(
          lacking,
          'another node seals under a key that the SECRETS_KEY of this node lacks: add it, and restart this node',
        ),
      onError: err => logger[levelOf(err, 'warn')]({ err }, 'the node could not say how it is'),
    },
  )
  started.add('the state of the node', announcing.stop)
  const seals = await openSeals(config, stores, logger)
  started.add('the daily seals', () => seals.stop())
  const sending = startWebhooks(ports, newWork, { worker, leaseMs: config.leaseMs })
  started.add('webhooks', () => sending.stop())
  const sweeping = startSweeping(ports, newWork)
  started.add('the hourly sweep', () => sweeping.stop())
  return { worker, runner }
}
