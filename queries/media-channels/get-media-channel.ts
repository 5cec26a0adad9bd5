import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { type MediaChannelView, mediaChannels } from '../../projections/media-channels/media-channels.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { OrgId } from '../../src/codec/names.ts'
import { ActivationConfiguration } from '../../src/domain/media-channels/channel.ts'
import { noChannel } from '../../src/domain/media-channels/media-channel.ts'
import { mediaChannelId } from '../../src/domain/media-channels/media-channel-id.ts'
import { query } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import { retailerOnly } from '../../src/lookups/channels-shown.ts'

const Info = fields({
  idx: integer(1),
  name: t.string,
  adServerId: t.string,
  type: t.string,
  status: t.string,
  activationConfiguration: ActivationConfiguration,
  additionalConfiguration: t.UnknownRecord,
  updatedTime: t.string,
})

/** GET /v2/org/{orgId}/retail-media-channels/{mediaChannelIdx} (4.5): the settings as an object, secrets masked. */
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
  async run({ params: { orgId, mediaChannelIdx } }, { readModels }) {
    const retailer = await retailerOnly(readModels, orgId)
    if (E.isLeft(retailer)) return retailer
    const stored = await readModels.get(mediaChannels, mediaChannelId(orgId, mediaChannelIdx))
    const view = stored && (JSON.parse(stored.json) as MediaChannelView)
    if (view === undefined || view.status === 'Deleted') return E.left(noChannel)
    const { idx, name, adServerId, type, status, activationConfiguration, additionalConfiguration } = view.channel
    const mediaChannelInfo = {
      idx,
      name,
      adServerId,
      type,
      status,
      activationConfiguration,
      additionalConfiguration: additionalConfiguration?.values ?? {},
      updatedTime: view.updatedTime,
    }
    return reply({ mediaChannelInfo }, view.revision)
  },
})
