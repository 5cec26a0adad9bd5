import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { integer } from '../../src/codec/integer.ts'
import { openObject } from '../../src/codec/json.ts'
import { AdServerId, Name, OrgId } from '../../src/codec/names.ts'
import { oneOf } from '../../src/codec/text.ts'
import { AssetPath } from '../../src/domain/assets/asset.ts'
import { ActivationConfiguration, channelTypes } from '../../src/domain/media-channels/channel.ts'
import { mediaChannel } from '../../src/domain/media-channels/media-channel.ts'
import { mediaChannelId } from '../../src/domain/media-channels/media-channel-id.ts'
import { idOfAdServer } from '../../src/domain/provisioning/ad-server-id.ts'
import { adServer } from '../../src/domain/provisioning/aggregates.ts'
import { command } from '../../src/engine/operation.ts'
import { refuse, reply } from '../../src/engine/reply.ts'
import { logoAt, mustBeRetailer } from '../../src/lookups/retailer-and-logo.ts'
import { forgetAll, sealedConfiguration, sealedFor } from '../../src/media-channels/sealed-configuration.ts'

const Body = fields(
  {
    name: Name,
    adServerId: AdServerId,
    type: oneOf(...channelTypes),
    activationConfiguration: ActivationConfiguration,
  },
  { additionalConfiguration: openObject(), logoPath: AssetPath },
)

/** POST /v2/org/{orgId}/retail-media-channels (4.5, decision 35): a new channel is Enabled. */
export const createMediaChannel = command({
  summary: 'Make a media channel of a retailer',
  description:
    'In `additionalConfiguration`, values under names that end in key, secret, token or password (any case, at any depth) are stored sealed; answers show `********` in their place. `logoPath` names a file in the asset library of an account of the organisation.',
  problems: ['not-a-retailer'],
  params: t.type({ orgId: OrgId }),
  body: Body,
  reply: fields({ idx: integer(1), message: t.string }),
  newIds: { mediaChannelIdx: 'media-channel' },
  example: {
    body: {
      name: 'Fernhollow Audience Network',
      adServerId: 'fernhollow-dsp',
      type: 'Off-site',
      activationConfiguration: { tagGeneration: true, creativeGeneration: false },
      additionalConfiguration: { seat: '4711', region: 'eu' },
    },
    reply: { idx: 3, message: 'Media channel 3 was made.' },
  },
  async run({ params: { orgId }, body, newIds, caller }, work, { clock, readModels, secrets }) {
    const retailer = await mustBeRetailer(work, orgId)
    if (E.isLeft(retailer)) return retailer
    if ((await work.load(adServer, idOfAdServer(orgId, body.adServerId))).state.value === undefined)
      return refuse('invalid-request', 'There is no such ad server in this organisation.', {
        errors: [
          { pointer: '/adServerId', code: 'unknown-ad-server', detail: 'must name an ad server that was put before' },
        ],
      })
    const { additionalConfiguration, logoPath, ...plain } = body
    const logo = logoPath === undefined ? E.right(undefined) : await logoAt(readModels, orgId, caller, logoPath)
    if (E.isLeft(logo)) return logo
    const { mediaChannelIdx: idx } = newIds
    const sealed =
      additionalConfiguration === undefined
        ? E.right(undefined)
        : await sealedConfiguration(secrets, sealedFor(orgId, idx), additionalConfiguration)
    if (E.isLeft(sealed)) return sealed
    const channel = {
      orgId,
      idx,
      ...plain,
      status: 'Enabled' as const,
      ...(sealed.right === undefined ? {} : { additionalConfiguration: sealed.right.configuration }),
      ...(logo.right === undefined ? {} : { logo: logo.right }),
    }
    const create = { kind: 'CreateMediaChannel', channel, at: clock.now().toISOString() } as const
    const done = await work.execute(mediaChannel, mediaChannelId(orgId, idx), create)
    // what was appended, if anything, is not known
    if (E.isLeft(done) && done.left.code === 'store-unavailable') return done
    const kept = E.isRight(done) ? Object.values(done.right.state?.additionalConfiguration?.secrets ?? {}) : []
    // a refusal, or a repeat of what had run already
    await forgetAll(
      secrets,
      (sealed.right?.fresh ?? []).filter(id => !kept.includes(id)),
    )
    if (E.isLeft(done)) return done
    return reply({ idx, message: `Media channel ${idx} was made.` }, done.right.revision)
  },
})
