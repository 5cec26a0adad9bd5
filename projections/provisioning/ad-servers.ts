import { AdServer, adServer } from '../../src/domain/provisioning/aggregates.ts'
import type { Projection } from '../../src/engine/read/projection.ts'
import { type ConfiguredView, configuredView } from './configured-view.ts'

/** Ad servers by `<orgId>:<adServerId>`. */
export const adServers: Projection<ConfiguredView<AdServer>> = configuredView('ad-servers', adServer, AdServer)
