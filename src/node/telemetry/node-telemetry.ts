import type { Metrics } from '../../http/observe/metrics.ts'
import type { Config } from '../config/read-config.ts'
import type { Telemetry } from './open-telemetry.ts'

/** The telemetry of a node; undefined, and not loaded, unless the environment names a collector. */
export const telemetryOf = async (config: Config, metrics: Metrics): Promise<Telemetry | undefined> => {
  const { otlpEndpoint: endpoint } = config
  if (endpoint === undefined) return undefined
  const { openTelemetry } = await import('./open-telemetry.ts')
  return openTelemetry({ ...config, endpoint, metrics })
}
