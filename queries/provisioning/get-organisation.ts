import * as t from 'io-ts'
import { organisations } from '../../projections/organisations.ts'
import { fields, Name, OrgId } from '../../src/codec.ts'
import { query } from '../../src/operation.ts'
import { readConfigured } from './read-configured.ts'

/** GET /v2/org/{orgId} (decisions, last section). */
export const getOrganisation = query({
  summary: 'Get an organisation',
  extension: true,
  params: t.type({ orgId: OrgId }),
  reply: fields({ orgId: OrgId, name: Name, retailer: t.boolean }),
  answer: ({ params }, { readModels }) =>
    readConfigured(readModels, organisations, params.orgId, 'organisation', v => v),
})
