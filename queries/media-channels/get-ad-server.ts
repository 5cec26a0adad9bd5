import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { adServers } from '../../projections/provisioning/ad-servers.ts'
import { fields } from '../../src/codec/fields.ts'
import { AdServerId, OrgId } from '../../src/codec/names.ts'
import { idOfAdServer } from '../../src/domain/provisioning/ad-server-id.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { query } from '../../src/engine/operation.ts'
import { requireDocument } from '../../src/engine/read/documents.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { readRetailer } from '../../src/lookups/retailer.ts'
import type { Ports } from '../../src/ports/ports.ts'

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
  run({ params: { orgId, adServerId } }, ports) {
    const shown = accessTo(ports, idOfAdServer(orgId, adServerId))
    return pipe(
      readRetailer(ports.readModels, orgId),
      TE.flatMap(() => shown),
      // a key that was replaced is destroyed before the read models name the next one
      TE.flatMap(found => (found.isGone ? TE.flatMap(() => shown)(caughtUp(ports)) : TE.right(found))),
      TE.flatMapEither(({ access }) => reply(access)),
    )()
  },
})

const catchUpMs = 2_000
const caughtUp = ({ readModels, log }: Pick<Ports, 'readModels' | 'log'>) =>
  TE.fromTask(async () => readModels.waitFor(await log.head(), catchUpMs))

const noAdServer = rejection('not-found', 'There is no such ad server in this organisation.')

/** What the read models know; `isGone`: they name a key that is not stored any more. */
const accessTo = ({ readModels, secrets }: Pick<Ports, 'readModels' | 'secrets'>, id: string) =>
  pipe(
    requireDocument(readModels, adServers, id, noAdServer),
    TE.flatMapTask(({ value: { type, apiEndpoint, apiKeySecretId } }) => async () => {
      if (type !== 'On-site') return { access: {}, isGone: false }
      const apiKey = apiKeySecretId === undefined ? undefined : await secrets.load(apiKeySecretId, id)
      const access = {
        ...(apiEndpoint === undefined ? {} : { apiEndpoint }),
        ...(apiKey === undefined ? {} : { apiKey }),
      }
      return { access, isGone: apiKeySecretId !== undefined && apiKey === undefined }
    }),
  )
