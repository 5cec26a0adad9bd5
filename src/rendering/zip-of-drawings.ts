import { pMapIterable } from 'p-map'
import type { Creative } from '../domain/creatives/creative.ts'
import type { ExportFault, ExportFormat } from '../domain/exports/events.ts'
import { zipNames } from '../domain/exports/zip-names.ts'
import type { AdUnit } from '../domain/provisioning/aggregates.ts'
import type { Ports } from '../ports/ports.ts'
import { draw, sizeOf } from './draw.ts'

export type ZipOrder = {
  readonly accountId: string
  readonly adUnits: readonly AdUnit[]
  readonly creatives: readonly Creative[]
  readonly format: ExportFormat
  readonly resolution: 1 | 2
  /** Called after each file. */
  progressed(done: number, failed: number, total: number): Promise<void>
  readonly signal: AbortSignal
}
export type MadeZip = {
  readonly zip: string
  readonly size: number
  readonly total: number
  readonly failed: number
  /** Of those that failed, at most 1,000 by name. */
  readonly faults: ExportFault[]
}

/** Most faults that are kept by name, and most characters of them: they stand in one event, and no append may exceed 1,000,000 bytes. */
const maxFaults = 1000
const maxFaultText = 200_000
/** Drawings under way at once: enough that every page of the renderer is busy. */
const ahead = 4

/** Every creative in every ad unit, in the order of the ZIP. */
export const pairsOf = (creatives: readonly Creative[], adUnits: readonly AdUnit[]) =>
  [...creatives]
    .sort((a, b) => (a.creativeName < b.creativeName ? -1 : 1))
    .flatMap(creative => adUnits.map(adUnit => ({ creative, adUnit })))

/** How a fault names what it is about. */
export const itemName = ({ creative, adUnit }: { readonly creative: Creative; readonly adUnit: AdUnit }): string =>
  `${creative.creativeName} / ${adUnit.adUnitName} ${adUnit.dimension}`

/**
 * Draws every creative in every ad unit and stores them as one ZIP (decision 26): files are drawn a few ahead and written
 * one after the other, so that memory does not grow with their number. What could not be drawn is named in `faults`.
 */
export const zipOfDrawings = async (order: ZipOrder, ports: Ports): Promise<MadeZip> => {
  const { accountId, format, resolution, signal } = order
  const pairs = pairsOf(order.creatives, order.adUnits)
  const names = zipNames(
    pairs.map(p => ({
      ...sizeOf(p.adUnit.dimension),
      creativeName: p.creative.creativeName,
      adUnitName: p.adUnit.adUnitName,
      format,
      scale: resolution,
    })),
  )
  const faults: ExportFault[] = []
  let done = 0
  let failed = 0
  let faultText = 0

  const drawings = pMapIterable(
    pairs.entries(),
    async ([index, pair]) => {
      signal.throwIfAborted()
      const drawn = await draw({ accountId, ...pair, format, scale: resolution }, ports)
      return { index, pair, drawn }
    },
    { concurrency: ahead, backpressure: ahead },
  )
  async function* entries() {
    for await (const { index, pair, drawn } of drawings) {
      if ('code' in drawn) {
        failed++
        const fault = { item: itemName(pair), code: drawn.code, detail: drawn.detail.slice(0, 500) }
        faultText += fault.item.length + fault.detail.length
        if (faults.length < maxFaults && faultText <= maxFaultText) faults.push(fault)
      } else {
        done++
        const { creative, adUnit } = pair
        yield {
          name: names[index] ?? '',
          bytes: drawn.bytes,
          creativeName: creative.creativeName,
          adUnitId: adUnit.adUnitId,
          adUnitName: adUnit.adUnitName,
          ...sizeOf(adUnit.dimension),
        }
      }
      await order.progressed(done, failed, pairs.length)
    }
  }
  const { sha256, size } = await ports.blobs.put(ports.zip(entries()))
  return { zip: sha256, size, total: pairs.length, failed, faults }
}

/** Name of the ZIP for the person who downloads it. */
export const zipFilename = (campaignName: string, format: string, resolution: 1 | 2): string =>
  `${campaignName.replace(/[^\p{L}\p{N}._ -]+/gu, '_').slice(0, 80)}_${format}${resolution === 2 ? '@2x' : ''}.zip`
