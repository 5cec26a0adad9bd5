import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { AdServerId, Name, OrgId, WebUrl } from '../../src/codec/names.ts'
import { oneOf, text } from '../../src/codec/text.ts'
import { idOfAdServer } from '../../src/domain/provisioning/ad-server-id.ts'
import { adServer, adServerTypes, organisation } from '../../src/domain/provisioning/aggregates.ts'
import { command } from '../../src/engine/operation.ts'
import { refuse, reply } from '../../src/engine/reply.ts'

const type = oneOf(...adServerTypes)
const macroStyle = oneOf('dsp', 'none')

/** PUT /v2/org/{orgId}/ad-servers/{adServerId} (decisions, last section). The key is sealed and never answered here. */
export const putAdServer = command({
  summary: 'Make or change an ad server of an organisation',
  extension: true,
  params: t.type({ orgId: OrgId, adServerId: AdServerId }),
  body: fields({ name: Name, type }, { macroStyle, apiEndpoint: WebUrl, apiKey: text({ min: 1, max: 4096 }) }),
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
  async run({ params, body, ifMatch }, work, { clock, secrets }) {
    const id = idOfAdServer(params.orgId, params.adServerId)
    if ((await work.load(organisation, params.orgId)).state.value === undefined)
      return refuse('not-found', 'There is no such organisation; put it first.')
    const { apiKey, ...rest } = body
    const before = (await work.load(adServer, id)).state.value?.apiKeySecretId
    const kept = before !== undefined && (apiKey === undefined || (await secrets.load(before, id)) === apiKey)
    const apiKeySecretId = kept ? before : apiKey === undefined ? undefined : await secrets.store(apiKey, id)
    const shown = { macroStyle: 'none' as const, ...rest, ...params }
    const value = apiKeySecretId === undefined ? shown : { ...shown, apiKeySecretId }
    const done = await work.execute(adServer, id, { value, at: clock.now().toISOString() }, { ifMatch })
    return E.isLeft(done) ? done : reply(shown, done.right.revision)
  },
})
