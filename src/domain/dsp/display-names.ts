import { cutToBytes } from '../shared/cut.ts'

type NamedUnit = { readonly adUnitId: number; readonly adUnitName: string; readonly dimension: string }

/** `campaign, ad unit, size`: the campaign is shortened first, then the ad unit; `mark` and size stay whole. */
const shortened = (campaignName: string, unit: NamedUnit, mark: string, maxBytes: number): string => {
  const end = `${mark}, ${unit.dimension}`
  const name = `${cutToBytes(unit.adUnitName, maxBytes - Buffer.byteLength(end))}${end}`
  const campaign = cutToBytes(campaignName, maxBytes - Buffer.byteLength(`, ${name}`))
  return campaign === '' ? name : `${campaign}, ${name}`
}

/**
 * The DSP's display names of a campaign's ad units, by adUnitId: unique, each at most `maxBytes` of UTF-8 (DSP-22). Of ad units with
 * the same name, that with the lowest id keeps it, so that a new ad unit renames no creative; the others get their id: `Banner #7`.
 */
export const displayNames = (
  campaignName: string,
  units: readonly NamedUnit[],
  maxBytes: number,
): ReadonlyMap<number, string> => {
  const byName = new Map<string, number>()
  const duplicates: NamedUnit[] = []
  for (const unit of units.toSorted((a, b) => a.adUnitId - b.adUnitId)) {
    const name = shortened(campaignName, unit, '', maxBytes)
    if (byName.has(name)) duplicates.push(unit)
    else byName.set(name, unit.adUnitId)
  }
  for (const unit of duplicates) {
    let name = shortened(campaignName, unit, ` #${unit.adUnitId}`, maxBytes)
    for (let again = 2; byName.has(name); again += 1)
      name = shortened(campaignName, unit, ` #${unit.adUnitId}.${again}`, maxBytes)
    byName.set(name, unit.adUnitId)
  }
  return new Map([...byName].map(([name, adUnitId]) => [adUnitId, name]))
}
