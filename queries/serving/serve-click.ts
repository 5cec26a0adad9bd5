import * as t from 'io-ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { macroValues, withValues } from '../../src/domain/tags/ad-server-macros.ts'
import { clickChain } from '../../src/domain/tags/click-chain.ts'
import { query } from '../../src/engine/operation.ts'
import { rawReply, refuse } from '../../src/engine/reply.ts'
import { clickthroughOf, liveAd } from '../../src/lookups/live-ad.ts'

/**
 * GET /serve/…/{adUnitId}/click: where the link of a tag without script leads. It takes no address from outside, as it
 * would be an open redirect otherwise (decision 29).
 */
export const serveClick = query({
  summary: 'Follow the click of a tag without script',
  extension: true,
  noStore: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText, adUnitId: IntegerText }),
  reply: { media: 'text/plain' },
  async run({ params }, ports) {
    const ad = await liveAd(params, ports)
    if (ad === undefined) return refuse('not-found', 'This ad is not running.')
    const values = macroValues({}, String(ports.clock.now().getTime()))
    const clickTrackers = ad.unit.clickTrackers.map(tracker => withValues(tracker, values))
    const landing = clickthroughOf(ad)
    const url = clickChain({ clickTrackers, ...(landing === undefined ? {} : { clickthroughUrl: landing }) })
    if (url === undefined) return refuse('not-found', 'This ad has no click-through.')
    return rawReply({
      raw: '',
      contentType: 'text/plain',
      status: 302,
      headers: { Location: url, 'Referrer-Policy': 'strict-origin-when-cross-origin' },
    })
  },
})
