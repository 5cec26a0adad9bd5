import * as t from 'io-ts'
import { described } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { text } from '../../src/codec/text.ts'
import { macroValues, withValues } from '../../src/domain/tags/ad-server-macros.ts'
import { macroClickUrl } from '../../src/domain/tags/click-chain.ts'
import { emptyDocument, servedDocument } from '../../src/domain/tags/served-document.ts'
import { type Outcome, query } from '../../src/engine/operation.ts'
import { rawReply, refuse } from '../../src/engine/reply.ts'
import { clickthroughOf, liveAd } from '../../src/lookups/live-ad.ts'
import { adDocumentHeaders } from '../../src/pages/ad-document.ts'
import type { Ports } from '../../src/ports/ports.ts'
import { composed, draw } from '../../src/rendering/draw.ts'

/** A macro's value; whatever an ad server sends instead counts as absent, as an ad must show all the same. */
const Macro = described(
  new t.Type<string | undefined, string>(
    'macro',
    (u): u is string | undefined => u === undefined || typeof u === 'string',
    u => t.success(typeof u === 'string' ? u : undefined),
    u => u ?? '',
  ),
  { type: 'string' },
)
const Macros = fields({}, { cb: Macro, click: Macro, gdpr: Macro, gdpr_consent: Macro })

const Part = text({ pattern: /^\d{1,15}(?:\.png)?$/, must: 'must be <adUnitId>, with .png behind it or not', max: 20 })
type Place = { readonly accountId: string; readonly retailCampaignIdx: number; readonly adUnitId: number }

/**
 * GET /serve/{accountId}/{retailCampaignIdx}/{adUnitId}[.png]: the document in a tag's frame, or the picture for where
 * scripts do not run (decision 29); no key.
 */
export const serveAd = query({
  summary: 'Serve the ad of a tag',
  extension: true,
  noStore: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText, part: Part }),
  query: Macros,
  reply: { media: 'text/html' },
  async run({ params: { part, ...campaign }, query: sent }, ports) {
    const place = { ...campaign, adUnitId: Number.parseInt(part, 10) }
    return part.endsWith('.png') ? picture(place, ports) : document(place, sent, ports)
  },
})

const picture = async (place: Place, ports: Ports): Outcome<never> => {
  const ad = await liveAd(place, ports)
  if (ad === undefined) return refuse('not-found', 'This ad is not running.')
  const drawn = await draw(
    { accountId: place.accountId, adUnit: ad.unit.adUnit, creative: ad.creative, format: 'png', scale: 1 },
    ports,
  )
  if ('code' in drawn) return refuse('picture-missing', 'The picture of this ad cannot be made.')
  return rawReply({
    raw: drawn.bytes,
    contentType: 'image/png',
    headers: { 'Cross-Origin-Resource-Policy': 'cross-origin' },
  })
}

const document = async (place: Place, sent: t.TypeOf<typeof Macros>, ports: Ports): Outcome<never> => {
  const headers = adDocumentHeaders('anyone')
  const page = (html: string) => rawReply({ raw: html, contentType: 'text/html; charset=utf-8', headers })
  const ad = await liveAd(place, ports)
  if (ad === undefined) return page(emptyDocument)
  const document = await composed({ adUnit: ad.unit.adUnit, creative: ad.creative }, ports)
  if ('code' in document) return page(emptyDocument)
  const values = macroValues(sent, String(ports.clock.now().getTime()))
  const fill = (trackers: readonly string[]) => trackers.map(tracker => withValues(tracker, values))
  const [click, landing] = [macroClickUrl(sent.click), clickthroughOf(ad)]
  return page(
    servedDocument({
      html: document.html,
      impressionTrackers: fill(ad.unit.impressionTrackers),
      viewableTrackers: fill(ad.unit.viewableTrackers ?? []),
      clickTrackers: fill(ad.unit.clickTrackers),
      loadTrackers: fill(ad.unit.loadTrackers ?? []),
      scriptTrackers: fill(ad.unit.scriptTrackers ?? []),
      ...(click === undefined ? {} : { macroClickUrl: click }),
      ...(landing === undefined ? {} : { clickthroughUrl: landing }),
    }),
  )
}
