import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as T from 'fp-ts/lib/Task.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { Macro } from '../../src/codec/macro.ts'
import { AccountId } from '../../src/codec/names.ts'
import { text } from '../../src/codec/text.ts'
import type { Rejection } from '../../src/domain/shared/decider.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { filledTrackers, macroTexts, macroValues } from '../../src/domain/tags/ad-server-macros.ts'
import { macroClickUrl } from '../../src/domain/tags/click-chain.ts'
import { drawOfCachebuster, drawOfImpression, type Impression } from '../../src/domain/tags/rotation-draw.ts'
import { emptyDocument, servedDocument } from '../../src/domain/tags/served-document.ts'
import { isSecure } from '../../src/domain/tags/tag.ts'
import type { RawReply } from '../../src/engine/operation.ts'
import { query } from '../../src/engine/operation.ts'
import { rawReply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { type AdPlace, clickthroughOf, type LiveAd, liveAd, rotationOf } from '../../src/lookups/live-ad.ts'
import { adDocumentHeaders } from '../../src/pages/ad-document.ts'
import type { Ports } from '../../src/ports/ports.ts'
import { composed } from '../../src/rendering/composed.ts'
import { draw } from '../../src/rendering/draw.ts'

const Macros = fields(
  {},
  {
    cb: Macro,
    click: Macro,
    gdpr: Macro,
    gdpr_consent: Macro,
    gpp: Macro,
    gpp_sid: Macro,
    us_privacy: Macro,
    isolated: Macro,
  },
)

const Part = text({ pattern: /^\d{1,16}(?:\.png)?$/, must: 'must be <adUnitId>, with .png behind it or not', max: 20 })

const documentReply = (raw: string, publicUrl = '', isIsolated = false): RawReply => ({
  raw,
  contentType: 'text/html; charset=utf-8',
  headers: adDocumentHeaders('anyone', isSecure(publicUrl), isIsolated),
})

/**
 * GET /serve/{accountId}/{retailCampaignIdx}/{adUnitId}[.png]: the document in a tag's frame, or the image for pages
 * without scripts (TAGS-9); no key.
 */
export const serveAd = query({
  summary: 'Serve the ad of a tag',
  extension: true,
  noStore: true,
  problems: ['picture-missing', 'renderer-unavailable'],
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText, part: Part }),
  query: Macros,
  reply: { media: 'text/html' },
  // pages that are isolated frame it as they do the ad; others do not mind
  blank: documentReply(emptyDocument('The status of this answer says why there is no ad.'), '', true),
  run({ params: { part, ...campaign }, query: sent, client }, ports) {
    const place = { ...campaign, adUnitId: Number.parseInt(part, 10) }
    return part.endsWith('.png')
      ? picture(place, { cachebuster: sent.cb, client: client(), at: ports.clock.now() }, ports)()
      : document(place, sent, ports)()
  },
})

const noPicture = rejection('picture-missing', 'The picture of this ad cannot be made.')

const picture = (place: AdPlace, impression: Impression, ports: Ports): TE.TaskEither<Rejection, RawReply> =>
  pipe(
    liveAd(place, ports, drawOfImpression(rotationOf(place), impression)),
    TE.flatMapTask(({ unit: { adUnit }, creative }) => {
      const drawing = { accountId: place.accountId, adUnit, creative, format: 'png', scale: 1, isPublic: true } as const
      return () => draw(drawing, ports)
    }),
    TE.flatMapEither(drawn => ('code' in drawn ? E.left(noPicture) : rawReply(pictureReply(drawn.bytes)))),
  )

const pictureReply = (raw: Buffer): RawReply => ({
  raw,
  contentType: 'image/png',
  headers: { 'Cross-Origin-Resource-Policy': 'cross-origin' },
})

type Sent = t.TypeOf<typeof Macros>

/** The document of the ad; an empty one if none is running, because a tag must not break the page around it. */
const document = (place: AdPlace, sent: Sent, ports: Ports): TE.TaskEither<Rejection, RawReply> =>
  pipe(
    liveAd(place, ports, drawOfCachebuster(rotationOf(place), sent.cb)),
    TE.flatMapTask(ad => () => adDocument(ad, sent, ports)),
    TE.match(
      ({ detail }) => emptyDocument(detail),
      html => html,
    ),
    T.map(raw => rawReply(documentReply(raw, ports.config.publicUrl, sent.isolated === '1'))),
  )

const adDocument = async (ad: LiveAd, sent: Sent, ports: Ports): Promise<string> => {
  const { unit, creative, snapshot } = ad
  const { accountId } = snapshot.campaign
  const made = await composed({ accountId, adUnit: unit.adUnit, creative }, ports)
  if ('code' in made) return emptyDocument(`This ad cannot be shown: ${made.detail}`)
  const shown = { dimension: unit.adUnit.dimension, creativeName: creative.creativeName }
  const texts = macroTexts(macroValues(sent, ports.clock.now()), shown)
  const fill = (trackers: readonly string[] = []) => filledTrackers(trackers, texts)
  const [click, landing] = [macroClickUrl(sent.click), clickthroughOf(ad)]
  return servedDocument({
    ad: made,
    macros: texts,
    impressionTrackers: fill(unit.impressionTrackers),
    viewableTrackers: fill(unit.viewableTrackers),
    clickTrackers: fill(unit.clickTrackers),
    loadTrackers: fill(unit.loadTrackers),
    scriptTrackers: fill(unit.scriptTrackers),
    isSecure: isSecure(ports.config.publicUrl),
    ...(click === undefined ? {} : { macroClickUrl: click }),
    ...(landing === undefined ? {} : { clickthroughUrl: landing }),
  })
}
