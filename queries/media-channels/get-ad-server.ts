import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { adServers } from '../../projections/provisioning/ad-servers.ts'
import type { ConfiguredView } from '../../projections/provisioning/configured-view.ts'
import { fields } from '../../src/codec/fields.ts'
import { AdServerId, OrgId } from '../../src/codec/names.ts'
import { idOfAdServer } from '../../src/domain/provisioning/ad-server-id.ts'
import type { AdServer } from '../../src/domain/provisioning/aggregates.ts'
import { query } from '../../src/engine/operation.ts'
import { refuse, reply } from '../../src/engine/reply.ts'
import { retailerOnly } from '../../src/lookups/channels-shown.ts'

/**
 * GET /v2/org/{orgId}/retail-media-channel/{adServerId} (4.5): address and key of an on-site ad server, an empty object for
 * others. The one answer that shows a credential, as the interface says so: it is not to be kept.
 */
export const getAdServer = query({
  summary: 'Get the address and key of an on-site ad server',
  problems: ['not-a-retailer'],
  noStore: true,
  params: t.type({ orgId: OrgId, adServerId: AdServerId }),
  reply: fields({}, { apiEndpoint: t.string, apiKey: t.string }),
  example: { reply: { apiEndpoint: 'https://ads.example.com/api', apiKey: '<API_KEY>' } },
  async run({ params: { orgId, adServerId } }, { readModels, secrets }) {
    const retailer = await retailerOnly(readModels, orgId)
    if (E.isLeft(retailer)) return retailer
    const id = idOfAdServer(orgId, adServerId)
    const stored = await readModels.get(adServers, id)
    if (!stored) return refuse('not-found', 'There is no such ad server in this organisation.')
    const { type, apiEndpoint, apiKeySecretId } = (JSON.parse(stored.json) as ConfiguredView<AdServer>).value
    if (type !== 'On-site') return reply({})
    const apiKey = apiKeySecretId === undefined ? undefined : await secrets.load(apiKeySecretId, id)
    return reply({
      ...(apiEndpoint === undefined ? {} : { apiEndpoint }),
      ...(apiKey === undefined ? {} : { apiKey }),
    })
  },
})
