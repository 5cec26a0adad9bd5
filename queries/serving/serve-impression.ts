import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { text } from '../../src/codec/text.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { filledTrackers, macroTexts, macroValues } from '../../src/domain/tags/ad-server-macros.ts'
import { pixelKey } from '../../src/domain/tags/impression-pixel.ts'
import { query } from '../../src/engine/operation.ts'
import { redirectTo } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { liveAd } from '../../src/lookups/live-ad.ts'

const Tracker = text({ pattern: /^[0-9a-f]{16}$/, must: 'must be as in the tag', max: 16 })

/** GET /serve/…/{adUnitId}/impression/{tracker}: fills what changes with each impression into a tracker of a tag without script (TAGS-15). */
export const serveImpression = query({
  summary: 'Follow an impression tracker of a tag without script',
  extension: true,
  noStore: true,
  redirects: 'To the impression tracker, with the time of the impression.',
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText, adUnitId: IntegerText, tracker: Tracker }),
  reply: { media: '', status: 302 },
  run: ({ params: { tracker: key, ...place } }, ports) =>
    pipe(
      liveAd(place, ports),
      TE.map(({ unit }) => unit.impressionTrackers.filter(tracker => pixelKey(tracker) === key)),
      TE.map(found => filledTrackers(found, macroTexts(macroValues({}, ports.clock.now())))[0]),
      TE.flatMap(TE.fromNullable(noTracker)),
      TE.flatMapEither(redirectTo),
    )(),
})

const noTracker = rejection('not-found', 'The ad has no such impression tracker.')
