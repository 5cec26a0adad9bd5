import { clickFault } from '../tags/click-chain.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * Why the click trackers of a snapshot cannot be served (TAGS-13), with the ad unit and the creative; undefined if they can.
 * Each tracker and click-through was accepted by itself; together they can be too long.
 */
export const trackerFault = ({ campaign, creatives, units }: Snapshot): string | undefined => {
  for (const { adUnit, clickTrackers, creativeNames, placementName } of units) {
    const shown = new Set(creativeNames)
    // many creatives have the same click-through
    const byLanding = new Map(
      creatives
        .filter(({ creativeName }) => shown.has(creativeName))
        .map(creative => [creative.clickthroughUrl ?? campaign.clickthroughUrl ?? '', creative.creativeName]),
    )
    for (const [landing, creativeName] of byLanding) {
      const fault = clickFault(clickTrackers, landing)
      const place = placementName === undefined ? '' : `, placement ${placementName}`
      if (fault !== undefined)
        return `Creative ${creativeName} in ad unit ${adUnit.adUnitName}${place}: ${fault}. Correct the trackers or shorten the click-through, and activate again.`
    }
  }
  return undefined
}
