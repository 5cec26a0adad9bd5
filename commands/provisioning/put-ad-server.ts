import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { AdServerId, Name, OrgId, WebUrl } from '../../src/codec/names.ts'
import { oneOf, text } from '../../src/codec/text.ts'
import { idOfAdServer } from '../../src/domain/provisioning/ad-server-id.ts'
import { adServer, adServerTypes, organisation } from '../../src/domain/provisioning/aggregates.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { executed, loaded } from '../../src/engine/write/steps.ts'
import { mustBeConfigured } from '../../src/lookups/configured.ts'
import type { Secrets } from '../../src/ports/secrets.ts'

const type = oneOf(...adServerTypes)
const macroStyle = oneOf('dsp', 'none')

/** PUT /v2/org/{orgId}/ad-servers/{adServerId} (PROVISION-4). The key is stored sealed and never returned here. */
export const putAdServer = command({
  summary: 'Create or update an ad server of an organisation',
  extension: true,
  params: t.type({ orgId: OrgId, adServerId: AdServerId }),
  body: fields(
    { name: about(Name, 'The name of the ad server.'), type: about(type, 'The kind of ad server.') },
    {
      macroStyle: about(macroStyle, 'Whether tags carry macros of a DSP; default none.'),
      apiEndpoint: about(WebUrl, 'The address of an on-site ad server.'),
      apiKey: about(
        text({ min: 1, max: 4096 }),
        'The key of an on-site ad server; stored encrypted. Absent: the key stays.',
      ),
    },
  ),
  reply: fields({ orgId: OrgId, adServerId: AdServerId, name: Name, type, macroStyle }, { apiEndpoint: WebUrl }),
  example: {
    body: { name: 'Fernhollow DSP', type: 'Off-site', macroStyle: 'dsp' },
    reply: {
      orgId: 'fernhollow',
      adServerId: 'fernhollow-dsp',
      name: 'Fernhollow DSP',
      type: 'Off-site',
      macroStyle: 'dsp',
    },
  },
  run({ params, body: { apiKey, ...rest }, ifMatch }, work, { clock, secrets }) {
    const id = idOfAdServer(params.orgId, params.adServerId)
    const shown = { macroStyle: 'none' as const, ...rest, ...params }
    return pipe(
      mustBeConfigured(work, organisation, params.orgId, noOrganisation),
      TE.flatMap(() => loaded(work, adServer, id)),
      TE.flatMapTask(
        ({ state }) =>
          () =>
            storedKey(secrets, id, apiKey, state.value?.apiKeySecretId),
      ),
      TE.map(apiKeySecretId => (apiKeySecretId === undefined ? shown : { ...shown, apiKeySecretId })),
      TE.flatMap(value => executed(work, adServer, id, { value, at: clock.now().toISOString() }, { ifMatch })),
      TE.flatMapEither(({ revision }) => reply(shown, revision)),
    )()
  },
})

const noOrganisation = rejection('not-found', 'There is no such organisation.')

/** The id of the key that was sent, or of the previous one if none was sent; the same key keeps its id. */
const storedKey = async (secrets: Secrets, context: string, sent: string | undefined, before: string | undefined) => {
  if (sent === undefined) return before
  const isSame = before !== undefined && (await secrets.load(before, context)) === sent
  return isSame ? before : secrets.store(sent, context)
}
