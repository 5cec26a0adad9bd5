import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { openObject } from '../../src/codec/json.ts'
import { OrgId } from '../../src/codec/names.ts'
import { oneOf } from '../../src/codec/text.ts'
import { AssetPath } from '../../src/domain/assets/asset.ts'
import { type ChannelUpdate, mediaChannel, noChannel } from '../../src/domain/media-channels/media-channel.ts'
import { mediaChannelId } from '../../src/domain/media-channels/media-channel-id.ts'
import { command, type Input } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import type { Work } from '../../src/engine/write/execute.ts'
import { logoAt, mustBeRetailer } from '../../src/lookups/retailer-and-logo.ts'
import { forgetAll, sealedConfiguration, sealedFor } from '../../src/media-channels/sealed-configuration.ts'
import type { Ports } from '../../src/ports/ports.ts'

const statuses = { Enabled: 'Enabled', Active: 'Enabled', Disabled: 'Disabled', Inactive: 'Disabled' } as const

const Params = t.type({ orgId: OrgId, mediaChannelIdx: IntegerText })
const Body = fields(
  {},
  {
    status: oneOf('Enabled', 'Disabled', 'Active', 'Inactive'),
    activationConfiguration: fields({}, { tagGeneration: t.boolean, creativeGeneration: t.boolean }),
    additionalConfiguration: openObject(),
    logoPath: AssetPath,
  },
)
type Sent = Input<t.TypeOf<typeof Params>, unknown, t.TypeOf<typeof Body>>

const maxTries = 10

/**
 * One try. Which secrets stay is decided on the channel as it was read, so it may be appended to no other; a caller who
 * sent no If-Match does not hear of that.
 */
const attempt = async ({ params, body, caller, ifMatch }: Sent, work: Work, { clock, readModels, secrets }: Ports) => {
  const { orgId, mediaChannelIdx: idx } = params
  const { state, revision } = await work.load(mediaChannel, mediaChannelId(orgId, idx))
  if (state === undefined || state.status === 'Deleted') return E.left(noChannel)
  const { additionalConfiguration: sent, logoPath, status, ...rest } = body
  const logo = logoPath === undefined ? E.right(undefined) : await logoAt(readModels, orgId, caller, logoPath)
  if (E.isLeft(logo)) return logo
  const before = state.additionalConfiguration
  const sealed =
    sent === undefined ? E.right(undefined) : await sealedConfiguration(secrets, sealedFor(orgId, idx), sent, before)
  if (E.isLeft(sealed)) return sealed
  const update: ChannelUpdate = {
    ...rest,
    ...(status === undefined ? {} : { status: statuses[status] }),
    ...(sealed.right === undefined ? {} : { additionalConfiguration: sealed.right.configuration }),
    ...(logo.right === undefined ? {} : { logo: logo.right }),
  }
  const change = { kind: 'UpdateMediaChannel', update, at: clock.now().toISOString() } as const
  const options = { ifMatch: ifMatch ?? (sealed.right === undefined ? undefined : revision) }
  const done = await work.execute(mediaChannel, mediaChannelId(orgId, idx), change, options)
  // what was appended, if anything, is not known
  if (E.isLeft(done) && done.left.code === 'store-unavailable') return done
  const kept = new Set(Object.values(E.isRight(done) ? (done.right.state?.additionalConfiguration?.secrets ?? {}) : {}))
  const loose = E.isLeft(done) ? (sealed.right?.fresh ?? []) : Object.values(before?.secrets ?? {})
  await forgetAll(
    secrets,
    loose.filter(id => !kept.has(id)),
  )
  return done
}

/** PUT /v2/org/{orgId}/retail-media-channels/{mediaChannelIdx} (4.5, decision 35): what is absent stays. */
export const updateMediaChannel = command({
  summary: 'Change a media channel',
  description:
    '`activationConfiguration` and `additionalConfiguration` are merged into what is there, the latter as RFC 7396 says (null takes a member away). A secret that is sent back as `********` stays. `Active` and `Inactive` stand for `Enabled` and `Disabled`.',
  problems: ['not-a-retailer'],
  params: Params,
  body: Body,
  reply: fields({ message: t.string }),
  example: {
    body: { status: 'Disabled', activationConfiguration: { creativeGeneration: true } },
    reply: { message: 'The media channel was changed.' },
  },
  async run(input, work, ports) {
    const retailer = await mustBeRetailer(work, input.params.orgId)
    if (E.isLeft(retailer)) return retailer
    for (let tried = 1; ; tried++) {
      const done = await attempt(input, work, ports)
      if (E.isLeft(done)) {
        if (done.left.code === 'stale' && input.ifMatch === undefined && tried < maxTries) continue
        return done
      }
      const message =
        done.right.events.length > 0 ? 'The media channel was changed.' : 'The media channel was so already.'
      return reply({ message }, done.right.revision)
    }
  },
})
