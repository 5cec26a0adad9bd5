import { RetailSettings, retailSettings } from '../../src/domain/provisioning/aggregates.ts'
import type { Projection } from '../../src/engine/read/projection.ts'
import { type ConfiguredView, configuredView } from './configured-view.ts'

/** Retail settings by accountId: who approves. */
export const retailSettingsView: Projection<ConfiguredView<RetailSettings>> = configuredView(
  'retail-settings',
  retailSettings,
  RetailSettings,
)
