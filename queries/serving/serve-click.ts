import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { Macro } from '../../src/codec/macro.ts'
import { AccountId } from '../../src/codec/names.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { filledTrackers, macroTexts, macroValues } from '../../src/domain/tags/ad-server-macros.ts'
import { clickChain } from '../../src/domain/tags/click-chain.ts'
import { drawOfImpression } from '../../src/domain/tags/rotation-draw.ts'
import { query } from '../../src/engine/operation.ts'
import { redirectTo } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { clickthroughOf, type LiveAd, liveAd, rotationOf } from '../../src/lookups/live-ad.ts'

/**
 * GET /serve/…/{adUnitId}/click: the target of the link in a tag without script. It accepts no URL in the request, as that
 * would make it an open redirect (TAGS-13).
 */
export const serveClick = query({
  summary: 'Follow the click of a tag without script',
  extension: true,
  noStore: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText, adUnitId: IntegerText }),
  query: fields({}, { cb: Macro }),
  reply: { media: '', status: 302 },
  redirects: 'To the click-through of the ad, through its click trackers.',
  run: ({ params, query: sent, client }, ports) =>
    pipe(
      liveAd(
        params,
        ports,
        drawOfImpression(rotationOf(params), { cachebuster: sent.cb, client: client(), at: ports.clock.now() }),
      ),
      TE.map(ad => clickUrl(ad, sent, ports.clock.now())),
      TE.flatMap(TE.fromNullable(noClickthrough)),
      TE.flatMapEither(redirectTo),
    )(),
})

const noClickthrough = rejection('not-found', 'This ad has no click-through URL.')

const clickUrl = (ad: LiveAd, sent: { readonly cb?: string | undefined }, now: Date): string | undefined => {
  const { dimension } = ad.unit.adUnit
  const texts = macroTexts(macroValues({ cb: sent.cb }, now), { dimension, creativeName: ad.creative.creativeName })
  const clickTrackers = filledTrackers(ad.unit.clickTrackers, texts)
  const landing = clickthroughOf(ad)
  return clickChain({ clickTrackers, ...(landing === undefined ? {} : { clickthroughUrl: landing }) })
}
