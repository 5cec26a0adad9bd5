import * as E from 'fp-ts/lib/Either.js'
import type { Creative } from '../domain/creatives/creative.ts'
import type { ExportFault, ExportFormat } from '../domain/exports/events.ts'
import { zipNaming } from '../domain/exports/zip-names.ts'
import type { AdUnit } from '../domain/provisioning/aggregates.ts'
import { cut } from '../domain/shared/cut.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import type { BlobInfo, PutOptions } from '../ports/blobs.ts'
import type { Ports } from '../ports/ports.ts'
import { NotStored } from '../storage/room.ts'
import { drawingsOf, faultOf, type Pair, pairsOf } from './drawings.ts'
import { fileSizeOf } from './file-size.ts'

export type ZipOrder = {
  readonly accountId: string
  readonly adUnits: readonly AdUnit[]
  readonly creatives: readonly Creative[]
  readonly format: ExportFormat
  readonly resolution: 1 | 2
  /** Called after each file. */
  progressed(done: number, failed: number, total: number): Promise<void>
  readonly signal: AbortSignal
  /** Whether the ZIP may be stored, once it is made. */
  readonly mayStore?: PutOptions['mayStore']
}
export type MadeZip = {
  /** Left: why it may not be stored. Undefined: no file could be rendered, and a ZIP without files is not stored. */
  readonly stored: E.Either<Rejection, BlobInfo> | undefined
  readonly total: number
  readonly failed: number
  /** Details of failed files, at most 1,000. */
  readonly faults: ExportFault[]
}

/** There is nothing to store. */
class WithoutFiles extends Error {
  override readonly name = 'WithoutFiles'
}

/** Limits on recorded faults and their characters: they go into one event, and an append may not exceed 1,000,000 bytes. */
const maxFaults = 1000
const maxFaultText = 200_000

/**
 * Renders every creative in every ad unit and stores the files as one ZIP (EXPORT-8). Only a few files are rendered ahead
 * of writing, so memory does not grow with their number. `faults` lists files that could not be rendered.
 */
export const zipOfDrawings = async (order: ZipOrder, ports: Ports): Promise<MadeZip> => {
  const { accountId, format, resolution, signal } = order
  const pairs = pairsOf(order.creatives, order.adUnits)
  // a million names would be made in one go of ten seconds
  const named = zipNaming()
  const nameOf = ({ creative: { creativeName }, adUnit: { adUnitName, dimension } }: Pair): string =>
    named({ ...fileSizeOf(dimension, format), creativeName, adUnitName, format, scale: resolution })
  const faults: ExportFault[] = []
  let done = 0
  let failed = 0
  let faultText = 0

  const drawings = drawingsOf(pairs, { accountId, format, scale: resolution, signal }, ports)
  async function* entries() {
    for await (const { pair, drawn } of drawings) {
      // also of a file that could not be rendered, so that the names of the others do not depend on it
      const name = nameOf(pair)
      if ('code' in drawn) {
        failed++
        const fault = faultOf(pair, drawn)
        faultText += fault.item.length + fault.detail.length
        if (faults.length < maxFaults && faultText <= maxFaultText) faults.push(fault)
      } else {
        done++
        const { creative, adUnit } = pair
        yield {
          name,
          bytes: drawn.bytes,
          creativeName: creative.creativeName,
          adUnitId: adUnit.adUnitId,
          adUnitName: adUnit.adUnitName,
          ...fileSizeOf(adUnit.dimension, format),
        }
      }
      await order.progressed(done, failed, pairs.length)
    }
  }
  const mayStore: PutOptions['mayStore'] = async file => {
    if (done === 0) throw new WithoutFiles()
    await order.mayStore?.(file)
  }
  const put = async (): Promise<MadeZip['stored']> => {
    try {
      return E.right(await ports.blobs.put(ports.zip(entries()), { mayStore }))
    } catch (error) {
      if (error instanceof NotStored) return E.left(error.rejection)
      if (error instanceof WithoutFiles) return undefined
      throw error
    }
  }
  return { stored: await put(), total: pairs.length, failed, faults }
}

/** The filename of the ZIP for downloads. */
export const zipFilename = (campaignName: string, format: string, resolution: 1 | 2): string =>
  `${cut(campaignName.replace(/[^\p{L}\p{N}._ -]+/gu, '_'), 80)}_${format}${resolution === 2 ? '@2x' : ''}.zip`
