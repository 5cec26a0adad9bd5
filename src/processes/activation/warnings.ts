import type { Snapshot } from '../../domain/activation/snapshot.ts'
import { assetData } from '../../domain/creatives/creative.ts'
import { own } from '../../domain/shared/own.ts'
import { count, someOf } from '../../domain/shared/wording.ts'
import { isWeight } from '../../domain/tags/serving.ts'
import { needsPlacement, type TrackerTypes } from '../../domain/trackers/registry.ts'
import type { ShownContent } from '../../lookups/shown-content.ts'
import type { Checked } from '../../rendering/checked-pairs.ts'

/** Names in a warning, at most. */
const mostNamed = 10

const listed = (names: readonly string[]): string => {
  const more = names.length > mostNamed ? `, and ${names.length - mostNamed} more` : ''
  return `${names.slice(0, mostNamed).join(', ')}${more}`
}

/** Rows of a product feed that are no creative (CREATIVE-16). */
const leftOut = (rows: number): string =>
  rows === 0
    ? ''
    : ` ${count(rows, 'row')} of the product feed ${rows === 1 ? 'was' : 'were'} left out: without a key that can name a creative, or with that of an earlier row.`

/** Creatives that are shown without some of their texts (ACTIVATION-8). */
const emptyColumnsOf = (columns: Checked['emptyColumns']): string =>
  columns.size === 0
    ? ''
    : ` Creatives without a value for columns of their ad units, which are left empty: ${listed([...columns].map(([creative, names]) => `${creative} (${someOf(names)})`))}.`

const emptyPicturesOf = (pictures: ReadonlySet<string>): string =>
  pictures.size === 0 ? '' : ` Pictures without an address are left empty: ${listed([...pictures])}.`

/** Characters that are drawn as boxes (ACTIVATION-8). */
const missingGlyphsOf = (texts: Checked['missingGlyphs']): string =>
  texts.size === 0
    ? ''
    : ` Characters that no font has are shown as boxes: ${listed([...texts].map(([text, item]) => `${text} (${item})`))}. Bring a font that has them, or write the texts otherwise.`

/** What was assumed of ad units without a duration (EXPORT-9). */
const measuredOf = (measured: Checked['measuredMs']): string =>
  measured.size === 0
    ? ''
    : ` Ad units without durationMs were measured: ${listed([...measured].map(([unit, ms]) => `${unit} ends after ${Math.round(ms / 100) / 10} s`))}.`
/** SVGs of which browsers show only a part, since pictures load nothing (ACTIVATION-8). */
const gapsOf = (gaps: Checked['gaps']): string =>
  gaps.size === 0
    ? ''
    : ` Browsers load nothing that an SVG names when they show it as a picture; embed it in the file: ${listed([...gaps].map(([gap, item]) => `${gap} (${item})`))}.`

/** Creatives whose weight in the rotation is 1, because they have none (TAGS-10). */
const withoutWeight = ({ campaign, creatives }: Pick<ShownContent, 'campaign' | 'creatives'>): string => {
  const { rotationWeightColumn: column } = campaign
  if (column === undefined) return ''
  const names = creatives.filter(creative => !isWeight(own(assetData(creative), column))).map(c => c.creativeName)
  return names.length === 0 ? '' : ` Creatives without a number in ${column} have weight 1: ${listed(names)}.`
}

/** Trackers that count for site and placement 0 (TAGS-4). `selected`: the tracker types of the activation. */
const withoutPlacement = (
  { campaign, units }: Pick<Snapshot, 'campaign' | 'units'>,
  selected: readonly string[],
  types: TrackerTypes,
): string => {
  const counting = selected.filter(name => {
    const type = types.get(name)
    return type !== undefined && needsPlacement(type)
  })
  const booked = new Set(campaign.placements?.map(({ adUnitId }) => adUnitId))
  const names = units.filter(({ adUnit }) => !booked.has(adUnit.adUnitId)).map(({ adUnit }) => adUnit.adUnitName)
  if (counting.length === 0 || names.length === 0) return ''
  return ` Trackers of ${counting.join(', ')} count for placement 0 in ad units without a placement: ${listed(names)}.`
}

/** Bookings of placements that the media plan lacks: nothing of it is in their tags (ADR 0010). */
const unplanned = ({ campaign, units }: Pick<Snapshot, 'campaign' | 'units'>): string => {
  if (campaign.mediaPlanId === undefined) return ''
  const names = units.flatMap(({ adUnit: { adUnitId, adUnitName }, placementName }) => {
    const booked = campaign.placements?.find(placement => placement.adUnitId === adUnitId)
    if (booked === undefined || placementName !== undefined) return []
    return [`${adUnitName} (site ${booked.siteId}, placement ${booked.placementId})`]
  })
  return names.length === 0
    ? ''
    : ` Placements that media plan ${campaign.mediaPlanId} lacks have none of its trackers: ${listed(names)}.`
}

type Booking = NonNullable<Snapshot['campaign']['placements']>[number]

/** Ad units with several placements, of which tags have the first (ADR 0010). */
const bookedTwice = ({ campaign, units }: Pick<Snapshot, 'campaign' | 'units'>): string => {
  const names = units.flatMap(({ adUnit: { adUnitId, adUnitName } }) => {
    const [first, ...others] = campaign.placements?.filter(placement => placement.adUnitId === adUnitId) ?? []
    const isUsed = ({ siteId, placementId }: Booking) => siteId === first?.siteId && placementId === first.placementId
    if (first === undefined || others.every(isUsed)) return []
    return [`${adUnitName} (site ${first.siteId}, placement ${first.placementId})`]
  })
  return names.length === 0 ? '' : ` Of several placements of an ad unit the first is used: ${listed(names)}.`
}

/** The ad server that the campaign names, after its account has moved to another organisation: nothing counts clicks then (TAGS-7). */
const withoutAdServer = ({ campaign: { adServerId }, adServerName, units }: Live['snapshot']): string =>
  adServerId === undefined || adServerName !== '' || units.length === 0
    ? ''
    : ` Ad server ${adServerId} is none of the organisation of the account: the tags have no macros.`

type Live = {
  readonly content: Pick<ShownContent, 'campaign' | 'creatives' | 'leftOut'>
  readonly emptyColumns: Checked['emptyColumns']
  readonly missingGlyphs: Checked['missingGlyphs']
  readonly measuredMs: Checked['measuredMs']
  readonly emptyPictures: ReadonlySet<string>
  readonly gaps: Checked['gaps']
  readonly snapshot: Pick<Snapshot, 'campaign' | 'units' | 'adServerName'>
  readonly trackersSelected: readonly string[]
}

/** What a run says about a campaign that goes live: sentences, each after a blank. */
export const warningsOf = (
  { content, emptyColumns, emptyPictures, gaps, missingGlyphs, measuredMs, snapshot, trackersSelected }: Live,
  types: TrackerTypes,
): string =>
  leftOut(content.leftOut) +
  emptyColumnsOf(emptyColumns) +
  emptyPicturesOf(emptyPictures) +
  gapsOf(gaps) +
  missingGlyphsOf(missingGlyphs) +
  measuredOf(measuredMs) +
  withoutWeight(content) +
  withoutPlacement(snapshot, trackersSelected, types) +
  unplanned(snapshot) +
  bookedTwice(snapshot) +
  withoutAdServer(snapshot)
