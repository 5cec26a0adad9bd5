import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { about } from '../../src/codec/described.ts'
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
import { rejection } from '../../src/domain/shared/decider.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { changeOf } from '../../src/engine/write/change.ts'
import { executed } from '../../src/engine/write/steps.ts'
import { mustBeConfigured } from '../../src/lookups/configured.ts'
import { mustBeRetailer } from '../../src/lookups/retailer.ts'
import { keepingUsedSecrets } from '../../src/media-channels/keep-secrets.ts'
import { logoAt } from '../../src/media-channels/logo.ts'
import { sealedConfiguration, sealedFor, sentSettings } from '../../src/media-channels/sealed-configuration.ts'

const Body = fields(
  {
    name: about(Name, 'The name of the channel.'),
    adServerId: about(AdServerId, 'The ad server of the channel.'),
    type: about(oneOf(...channelTypes), 'The kind of channel.'),
    activationConfiguration: about(ActivationConfiguration, 'What an activation on the channel makes.'),
  },
  {
    additionalConfiguration: about(
      openObject(),
      'Settings of your own. Values under names that end in key, secret, token or password are stored encrypted.',
    ),
    logoPath: about(AssetPath, 'A picture in the asset library of an account of the organisation.'),
  },
)

/** POST /v2/org/{orgId}/retail-media-channels (CHANNEL-2, CHANNEL-3): a new channel is Enabled. */
export const createMediaChannel = command({
  summary: 'Create a media channel of a retailer',
  description:
    'In `additionalConfiguration`, values under names that end in key, secret, token or password (any case, at any depth) are stored encrypted and returned as `********`. `logoPath` names a file in the asset library of an account of the organisation.',
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
    reply: { idx: 3, message: 'Media channel 3 was created.' },
  },
  run({ params: { orgId }, body, newIds: { mediaChannelIdx: idx }, caller }, work, { clock, readModels, secrets }) {
    const { additionalConfiguration, logoPath, ...own } = body
    const at = clock.now().toISOString()
    const id = mediaChannelId(orgId, idx)
    return changeOf(
      mediaChannel,
      id,
      pipe(
        mustBeRetailer(work, orgId),
        TE.flatMap(() => mustBeConfigured(work, adServer, idOfAdServer(orgId, body.adServerId), unknownAdServer)),
        TE.flatMap(() => logoAt(readModels, orgId, caller, logoPath)),
        TE.bindTo('logo'),
        TE.bind('sealed', () => sealedConfiguration(secrets, work, sealedFor(orgId, idx), additionalConfiguration)),
        TE.flatMap(({ logo, sealed }) => {
          const channel = { orgId, idx, ...own, status: 'Enabled', ...sentSettings(sealed, logo) } as const
          const create = { kind: 'CreateMediaChannel', channel, at } as const
          return keepingUsedSecrets(secrets, sealed, executed(work, mediaChannel, id, create))
        }),
      ),
      done =>
        pipe(
          TE.right(done),
          TE.flatMapEither(({ revision }) => reply({ idx, message: `Media channel ${idx} was created.` }, revision)),
        ),
    )
  },
})

const unknownAdServer = rejection('invalid-request', 'There is no such ad server in this organisation.', {
  errors: [{ pointer: '/adServerId', code: 'unknown-ad-server', detail: 'must name an existing ad server' }],
})
