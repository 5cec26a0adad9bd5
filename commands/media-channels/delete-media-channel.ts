import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { type ChannelUse, channelUses } from '../../projections/media-channels/channel-uses.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { OrgId } from '../../src/codec/names.ts'
import { mediaChannel, noChannel } from '../../src/domain/media-channels/media-channel.ts'
import { mediaChannelId } from '../../src/domain/media-channels/media-channel-id.ts'
import { type Caller, command } from '../../src/engine/operation.ts'
import { refuse, reply } from '../../src/engine/reply.ts'
import { mustBeRetailer } from '../../src/lookups/retailer-and-logo.ts'
import { forgetAll } from '../../src/media-channels/sealed-configuration.ts'
import type { Ports } from '../../src/ports/ports.ts'

const catchUpMs = 5_000

/** A campaign that runs on the channel, by read models that have come as far as the log. */
const runningOn = async (
  { log, readModels }: Ports,
  mediaChannelIdx: number,
): Promise<ChannelUse | 'unknown' | undefined> => {
  if (!(await readModels.waitFor(await log.head(), catchUpMs))) return 'unknown'
  const { documents } = await readModels.find(channelUses, {
    where: {
      all: [
        {
          any: [
            { field: ['mediaChannelIdx'], is: '=', value: mediaChannelIdx },
            { field: ['activatedOn'], is: '=', value: mediaChannelIdx },
          ],
        },
        { field: ['status'], is: 'in', values: ['IN_PROGRESS', 'PUBLISHED', 'ACTIVE'] },
      ],
    },
    limit: 1,
  })
  return documents[0] && (JSON.parse(documents[0].json) as ChannelUse)
}

const isCovered = ({ accounts }: Caller, { accountId }: ChannelUse): boolean =>
  accounts === '*' || accounts.includes(accountId)

/**
 * DELETE /v2/org/{orgId}/retail-media-channels/{mediaChannelIdx} (4.5, decision 35). An activation that was asked for at the
 * same moment finds the channel deleted and fails with that reason.
 */
export const deleteMediaChannel = command({
  summary: 'Delete a media channel that no running campaign uses',
  problems: ['not-a-retailer', 'media-channel-in-use'],
  params: t.type({ orgId: OrgId, mediaChannelIdx: IntegerText }),
  reply: fields({ message: t.string }),
  example: { reply: { message: 'The media channel was deleted.' } },
  async run({ params: { orgId, mediaChannelIdx }, ifMatch, caller }, work, ports) {
    const retailer = await mustBeRetailer(work, orgId)
    if (E.isLeft(retailer)) return retailer
    const id = mediaChannelId(orgId, mediaChannelIdx)
    const { state } = await work.load(mediaChannel, id)
    if (state === undefined) return E.left(noChannel)
    if (state.status !== 'Deleted') {
      const use = await runningOn(ports, mediaChannelIdx)
      if (use === 'unknown')
        return refuse('read-models-behind', 'Whether a campaign uses the channel is not known yet.')
      if (use)
        return refuse(
          'media-channel-in-use',
          'A retail campaign that is in progress, published or active uses the channel; end it first.',
          isCovered(caller, use) ? { extra: { retailCampaignIdx: use.retailCampaignIdx } } : {},
        )
    }
    const remove = { kind: 'DeleteMediaChannel', at: ports.clock.now().toISOString() } as const
    const done = await work.execute(mediaChannel, id, remove, { ifMatch })
    if (E.isLeft(done)) return done
    await forgetAll(ports.secrets, Object.values(state.additionalConfiguration?.secrets ?? {}))
    const message =
      done.right.events.length > 0 ? 'The media channel was deleted.' : 'The media channel was deleted already.'
    return reply({ message })
  },
})
