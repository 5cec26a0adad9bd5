import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { AdServerId, Name, OrgId, WebUrl } from '../../src/codec/names.ts'
import { oneOf, text } from '../../src/codec/text.ts'
import { idOfAdServer } from '../../src/domain/provisioning/ad-server-id.ts'
import { type AdServer, adServer, adServerTypes, organisation } from '../../src/domain/provisioning/aggregates.ts'
import type { Configure } from '../../src/domain/provisioning/configured.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import type { Work } from '../../src/engine/write/execute.ts'
import { drawnId, executed, loaded } from '../../src/engine/write/steps.ts'
import { untilFresh } from '../../src/engine/write/until-fresh.ts'
import { keepingUsed } from '../../src/engine/write/used-secrets.ts'
import { mustBeConfigured } from '../../src/lookups/configured.ts'
import { timeOf } from '../../src/ports/clock.ts'
import type { Ports } from '../../src/ports/ports.ts'
import type { Secrets } from '../../src/ports/secrets.ts'

const type = oneOf(...adServerTypes)
const macroStyle = oneOf('dsp', 'none')

/** PUT /v2/org/{orgId}/ad-servers/{adServerId} (PROVISION-4). The key is stored sealed and never returned here. */
export const putAdServer = command({
  summary: 'Create or update an ad server of an organisation',
  takesIfMatch: true,
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
  run({ params, body: { apiKey, ...rest }, ifMatch }, work, ports) {
    const shown = { macroStyle: 'none' as const, ...rest, ...params }
    const attempt = saved(work, ports, shown, apiKey, ifMatch)
    return pipe(
      mustBeConfigured(work, organisation, params.orgId, noOrganisation),
      TE.flatMap(() => (ifMatch === undefined ? untilFresh(attempt) : attempt)),
      TE.flatMapEither(({ revision }) => reply(shown, revision)),
    )()
  },
})

const noOrganisation = rejection('not-found', 'There is no such organisation.')

const replaced = E.left(rejection('stale', 'Another request has given the ad server another key. Repeat the change.'))

/** One attempt. Which key stays is decided with the change, as other requests may give the ad server another one meanwhile. */
const saved = (
  work: Work,
  { clock, secrets }: Pick<Ports, 'clock' | 'secrets'>,
  value: AdServer,
  sent: string | undefined,
  ifMatch: number | undefined,
) => {
  const id = idOfAdServer(value.orgId, value.adServerId)
  return pipe(
    loaded(work, adServer, id),
    TE.bindTo('before'),
    TE.bind('key', ({ before }) => TE.fromTask(() => storedKey(work, secrets, id, sent, before.state.value))),
    TE.flatMap(({ before, key: { fresh, same } }) => {
      const apiKeySecretId = fresh ?? same
      const put: Configure<AdServer> = {
        value: apiKeySecretId === undefined ? value : { ...value, apiKeySecretId },
        at: timeOf({ clock }),
        ...(sent === undefined ? { keeping: keyOf } : {}),
        mayReplace: now => (same === undefined || now.apiKeySecretId === same ? E.right(now) : replaced),
      }
      return keepingUsed(adServer)(secrets, { before, fresh }, executed(work, adServer, id, put, { ifMatch }))
    }),
  )
}

const keyOf = ({ apiKeySecretId }: AdServer): Partial<AdServer> =>
  apiKeySecretId === undefined ? {} : { apiKeySecretId }

/** The key that was sent: stored (`fresh`), unless it is the one that the ad server has (`same`). */
const storedKey = async (
  work: Work,
  secrets: Secrets,
  context: string,
  sent: string | undefined,
  before: AdServer | undefined,
): Promise<{ readonly fresh?: string; readonly same?: string }> => {
  if (sent === undefined) return {}
  const known = before?.apiKeySecretId
  if (known !== undefined && (await secrets.load(known, context)) === sent) return { same: known }
  return { fresh: await secrets.store(sent, context, drawnId(work, 'api-key')) }
}
