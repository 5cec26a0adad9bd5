import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { openObject } from '../../src/codec/json.ts'
import { OrgId } from '../../src/codec/names.ts'
import { oneOf, text } from '../../src/codec/text.ts'
import { AssetPath } from '../../src/domain/assets/asset.ts'
import type { MediaChannel } from '../../src/domain/media-channels/channel.ts'
import { type ChannelUpdate, mediaChannel, noChannel } from '../../src/domain/media-channels/media-channel.ts'
import { mediaChannelId } from '../../src/domain/media-channels/media-channel-id.ts'
import type { Rejection } from '../../src/domain/shared/decider.ts'
import { command, type Input } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import type { Loaded, Work } from '../../src/engine/write/execute.ts'
import { executed, hasChanged, loaded } from '../../src/engine/write/steps.ts'
import { untilFresh } from '../../src/engine/write/until-fresh.ts'
import { mustBeRetailer } from '../../src/lookups/retailer.ts'
import { keepingUsedSecrets } from '../../src/media-channels/keep-secrets.ts'
import { logoAt } from '../../src/media-channels/logo.ts'
import { sealedConfiguration, sealedFor, sentSettings } from '../../src/media-channels/sealed-configuration.ts'
import type { Ports } from '../../src/ports/ports.ts'

const statuses = { Enabled: 'Enabled', Active: 'Enabled', Disabled: 'Disabled', Inactive: 'Disabled' } as const

const Params = t.type({ orgId: OrgId, mediaChannelIdx: IntegerText })
const Body = fields(
  {},
  {
    status: about(
      oneOf('Enabled', 'Disabled', 'Active', 'Inactive'),
      'Whether campaigns can be activated on the channel; Active and Inactive mean Enabled and Disabled.',
    ),
    activationConfiguration: about(
      fields(
        {},
        {
          tagGeneration: about(t.boolean, 'Whether an activation makes tags.'),
          creativeGeneration: about(t.boolean, 'Whether an activation makes creative assets.'),
          dspConfigName: about(
            text({ max: 255 }),
            'The DSP configuration that tags are pushed with; empty: they are not pushed.',
          ),
        },
      ),
      'What an activation on the channel makes.',
    ),
    additionalConfiguration: about(
      openObject(),
      'Settings of your own. Values under names that end in key, secret, token or password are stored encrypted.',
    ),
    logoPath: about(AssetPath, 'A picture in the asset library of an account of the organisation.'),
  },
)
type Sent = Input<t.TypeOf<typeof Params>, unknown, t.TypeOf<typeof Body>>

/** PUT /v2/org/{orgId}/retail-media-channels/{mediaChannelIdx} (CHANNEL-2, CHANNEL-4): absent fields keep their values. */
export const updateMediaChannel = command({
  summary: 'Update a media channel',
  takesIfMatch: true,
  description:
    '`activationConfiguration` and `additionalConfiguration` are merged with the current values, the latter by RFC 7396 (null removes a member). A secret sent back as `********` is kept. `Active` and `Inactive` are aliases of `Enabled` and `Disabled`.',
  problems: ['not-a-retailer'],
  params: Params,
  body: Body,
  reply: fields({ message: t.string }),
  example: {
    body: { status: 'Disabled', activationConfiguration: { creativeGeneration: true } },
    reply: { message: 'The media channel was updated.' },
  },
  run(input, work, ports) {
    const attempt = updated(input, work, ports)
    return pipe(
      mustBeRetailer(work, input.params.orgId),
      TE.flatMap(() => (input.ifMatch === undefined ? untilFresh(attempt) : attempt)),
      TE.flatMapEither(done =>
        reply(
          {
            message: hasChanged(done)
              ? 'The media channel was updated.'
              : 'No changes: the media channel is already up to date.',
          },
          done.revision,
        ),
      ),
    )()
  },
})

/** One attempt. The channel as read determines which secrets stay, so the change may only be appended to that version. */
const updated = ({ params, body, caller, ifMatch }: Sent, work: Work, { clock, readModels, secrets }: Ports) => {
  const { orgId, mediaChannelIdx: idx } = params
  const id = mediaChannelId(orgId, idx)
  return pipe(
    loaded(work, mediaChannel, id),
    TE.bindTo('before'),
    TE.bind('channel', ({ before }) => TE.fromEither(existing(before))),
    TE.bind('logo', () => logoAt(readModels, orgId, caller, body.logoPath)),
    TE.bind('sealed', ({ channel }) =>
      sealedConfiguration(
        secrets,
        work,
        sealedFor(orgId, idx),
        body.additionalConfiguration,
        channel.additionalConfiguration,
      ),
    ),
    TE.flatMap(({ before, logo, sealed }) => {
      const update = { ...plainChanges(body), ...sentSettings(sealed, logo) }
      const change = { kind: 'UpdateMediaChannel', update, at: clock.now().toISOString() } as const
      const options = { ifMatch: ifMatch ?? (sealed.configuration && before.revision) }
      const done = executed(work, mediaChannel, id, change, options)
      return keepingUsedSecrets(secrets, { before, fresh: sealed.fresh }, done)
    }),
  )
}

const existing = ({ state }: Loaded<MediaChannel | undefined>): E.Either<Rejection, MediaChannel> =>
  state === undefined || state.status === 'Deleted' ? E.left(noChannel) : E.right(state)

const plainChanges = ({ status, activationConfiguration }: Sent['body']): ChannelUpdate => ({
  ...(status === undefined ? {} : { status: statuses[status] }),
  ...(activationConfiguration === undefined ? {} : { activationConfiguration }),
})
