import { Organisation, organisation } from '../../src/domain/provisioning/aggregates.ts'
import type { Projection } from '../../src/engine/read/projection.ts'
import { type ConfiguredView, configuredView } from './configured-view.ts'

/** Organisations by orgId. */
export const organisations: Projection<ConfiguredView<Organisation>> = configuredView(
  'organisations',
  organisation,
  Organisation,
)
