import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { adServers } from '../../projections/provisioning/ad-servers.ts'
import { fields } from '../../src/codec/fields.ts'
import { AdServerId, OrgId } from '../../src/codec/names.ts'
import { idOfAdServer } from '../../src/domain/provisioning/ad-server-id.ts'
import type { AdServer } from '../../src/domain/provisioning/aggregates.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { query } from '../../src/engine/operation.ts'
import { requireDocument } from '../../src/engine/read/documents.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { readRetailer } from '../../src/lookups/retailer.ts'
import type { Secrets } from '../../src/ports/secrets.ts'

/**
 * GET /v2/org/{orgId}/retail-media-channel/{adServerId} (CHANNEL-2): address and key of an on-site ad server, an empty object for
 * others. The only reply that shows a credential, as the interface requires; it is not cached.
 */
export const getAdServer = query({
  summary: 'Get the endpoint and key of an on-site ad server',
  problems: ['not-a-retailer'],
  noStore: true,
  params: t.type({ orgId: OrgId, adServerId: AdServerId }),
  reply: fields({}, { apiEndpoint: t.string, apiKey: t.string }),
  example: { reply: { apiEndpoint: 'https://ads.example.com/api', apiKey: '<API_KEY>' } },
  run({ params: { orgId, adServerId } }, { readModels, secrets }) {
    const id = idOfAdServer(orgId, adServerId)
    return pipe(
      readRetailer(readModels, orgId),
      TE.flatMap(() => requireDocument(readModels, adServers, id, noAdServer)),
      TE.flatMapTask(
        ({ value }) =>
          () =>
            access(value, id, secrets),
      ),
      TE.flatMapEither(shown => reply(shown)),
    )()
  },
})

const noAdServer = rejection('not-found', 'There is no such ad server in this organisation.')

const access = async ({ type, apiEndpoint, apiKeySecretId }: AdServer, context: string, secrets: Secrets) => {
  if (type !== 'On-site') return {}
  const apiKey = apiKeySecretId === undefined ? undefined : await secrets.load(apiKeySecretId, context)
  return {
    ...(apiEndpoint === undefined ? {} : { apiEndpoint }),
    ...(apiKey === undefined ? {} : { apiKey }),
  }
}
