import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { type MediaChannelView, mediaChannels } from '../../projections/media-channels/media-channels.ts'
import { named } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { OrgId } from '../../src/codec/names.ts'
import { ActivationConfiguration, ShownChannelStatus } from '../../src/domain/media-channels/channel.ts'
import { noChannel } from '../../src/domain/media-channels/media-channel.ts'
import { mediaChannelId } from '../../src/domain/media-channels/media-channel-id.ts'
import { query } from '../../src/engine/operation.ts'
import { requireDocument } from '../../src/engine/read/documents.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { readRetailer } from '../../src/lookups/retailer.ts'

const Info = named(
  'MediaChannel',
  fields({
    idx: integer(1),
    name: t.string,
    adServerId: t.string,
    type: t.string,
    status: ShownChannelStatus,
    activationConfiguration: ActivationConfiguration,
    additionalConfiguration: t.UnknownRecord,
    updatedTime: t.string,
  }),
)

/** GET /v2/org/{orgId}/retail-media-channels/{mediaChannelIdx} (CHANNEL-2): the settings as an object, secrets masked. */
export const getMediaChannel = query({
  summary: 'Get the configuration of a media channel',
  problems: ['not-a-retailer'],
  params: t.type({ orgId: OrgId, mediaChannelIdx: IntegerText }),
  reply: fields({ mediaChannelInfo: Info }),
  example: {
    reply: {
      mediaChannelInfo: {
        idx: 3,
        name: 'Fernhollow Audience Network',
        adServerId: 'fernhollow-dsp',
        type: 'Off-site',
        status: 'Enabled',
        activationConfiguration: { tagGeneration: true, creativeGeneration: false },
        additionalConfiguration: { seat: '4711', apiKey: '********' },
        updatedTime: '2027-03-01T09:30:00.000Z',
      },
    },
  },
  run: ({ params: { orgId, mediaChannelIdx } }, { readModels }) =>
    pipe(
      readRetailer(readModels, orgId),
      TE.flatMap(() => requireDocument(readModels, mediaChannels, mediaChannelId(orgId, mediaChannelIdx), noChannel)),
      TE.filterOrElse(
        ({ status }) => status !== 'Deleted',
        () => noChannel,
      ),
      TE.flatMapEither(view => reply({ mediaChannelInfo: infoOf(view) }, view.revision)),
    )(),
})

const infoOf = ({ channel, updatedTime }: MediaChannelView): t.TypeOf<typeof Info> => {
  const { idx, name, adServerId, type, status, activationConfiguration } = channel
  const additionalConfiguration = channel.additionalConfiguration?.values ?? {}
  return { idx, name, adServerId, type, status, activationConfiguration, additionalConfiguration, updatedTime }
}
