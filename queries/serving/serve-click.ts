import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { filledTrackers, macroValues } from '../../src/domain/tags/ad-server-macros.ts'
import { clickChain } from '../../src/domain/tags/click-chain.ts'
import { query } from '../../src/engine/operation.ts'
import { redirectTo } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { clickthroughOf, type LiveAd, liveAd } from '../../src/lookups/live-ad.ts'

/**
 * GET /serve/…/{adUnitId}/click: the target of the link in a tag without script. It accepts no URL in the request, as that
 * would make it an open redirect (TAGS-13).
 */
export const serveClick = query({
  summary: 'Follow the click of a tag without script',
  extension: true,
  noStore: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText, adUnitId: IntegerText }),
  reply: { media: '', status: 302 },
  redirects: 'To the click-through of the ad, through its click trackers.',
  run: ({ params }, ports) =>
    pipe(
      liveAd(params, ports),
      TE.map(ad => clickUrl(ad, ports.clock.now())),
      TE.flatMap(TE.fromNullable(noClickthrough)),
      TE.flatMapEither(redirectTo),
    )(),
})

const noClickthrough = rejection('not-found', 'This ad has no click-through URL.')

const clickUrl = (ad: LiveAd, now: Date): string | undefined => {
  const values = macroValues({}, String(now.getTime()))
  const clickTrackers = filledTrackers(ad.unit.clickTrackers, values)
  const landing = clickthroughOf(ad)
  return clickChain({ clickTrackers, ...(landing === undefined ? {} : { clickthroughUrl: landing }) })
}
