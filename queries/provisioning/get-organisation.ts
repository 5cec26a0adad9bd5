import * as t from 'io-ts'
import { organisations } from '../../projections/provisioning/organisations.ts'
import { named } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { Name, OrgId } from '../../src/codec/names.ts'
import { query } from '../../src/engine/operation.ts'
import { readConfigured } from '../../src/lookups/configured.ts'

/** GET /v2/org/{orgId} (PROVISION-2). */
export const getOrganisation = query({
  summary: 'Get an organisation',
  extension: true,
  params: t.type({ orgId: OrgId }),
  reply: named('Organisation', fields({ orgId: OrgId, name: Name, retailer: t.boolean })),
  run: ({ params }, { readModels }) =>
    readConfigured(readModels, organisations, params.orgId, 'There is no such organisation.', v => v)(),
})
