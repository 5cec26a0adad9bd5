import * as E from 'fp-ts/lib/Either.js'
import { cut } from '../../domain/shared/cut.ts'
import { designLayouts, lookedAtPictures } from '../../domain/templates/brand.ts'
import { designSizes } from '../../domain/templates/design/design-sizes.ts'
import { sizesOf } from '../../domain/templates/size.ts'
import type { WorkflowSource } from '../../domain/templates/workflow/events.ts'
import { longestWarning } from '../../domain/templates/workflow/events.ts'
import { templateWorkflow } from '../../domain/templates/workflow/workflow.ts'
import { AttemptFailed } from '../../engine/react/attempt-failed.ts'
import { settled } from '../../engine/react/settled.ts'
import { type BrandFault, type BrandSource, isBrandFault } from '../../ports/brand-reader.ts'
import { faultOfRoom } from '../../storage/fault-of-room.ts'
import { type Room, withRoom } from '../../storage/room.ts'
import { brandKey, knownBrand } from '../../templates/known-brand.ts'
import { libraryFonts } from '../../templates/library-fonts.ts'
import { storePictures } from '../../templates/library-pictures.ts'
import { opened } from '../../templates/sealed-url.ts'
import { storeBrief } from '../../templates/stored-brief.ts'
import { fewWarnings, ownOf, record, type StageStep } from './stage.ts'

/** Progress of the workflow when the brand is read. */
const done = 30

const sourcesOf = async ({ workflow, ports }: StageStep): Promise<readonly BrandSource[] | undefined> => {
  const { accountId, sources } = workflow
  const open = async (source: WorkflowSource): Promise<BrandSource | undefined> => {
    if (source.kind !== 'url') return { kind: source.kind, blob: source.blob }
    const url = await opened(ports.secrets, accountId, source.sealedUrl)
    return url === undefined ? undefined : { kind: 'url', url }
  }
  const read = await Promise.all(sources.map(open))
  const known = read.filter(source => source !== undefined)
  return known.length === read.length ? known : undefined
}

/**
 * Reads the brand, or uses one again that was read from the same sources (TEMPLATE-33), and puts its pictures into the library, so
 * that templates can name them. A source that may be readable later fails the attempt; any other fault ends the workflow, and so does an
 * account that has no room for the pictures.
 */
export const readBrand = async (step: StageStep): Promise<void> => {
  const { workflow, ports } = step
  const giveUp = (reason: string) =>
    record(step, { kind: 'GiveUp', ...ownOf(step), reason: cut(reason, longestWarning) })
  const sources = await sourcesOf(step)
  if (sources === undefined) return void (await giveUp('The address of the brand was erased with its account.'))
  const done = await withRoom(ports, workflow.accountId, async room => E.right(await brandRead(step, sources, room)))
  if (E.isLeft(done)) return void (await giveUp(faultOfRoom(done.left).detail))
  const fault = done.right
  if (fault?.transient) throw new AttemptFailed(fault.detail)
  if (fault) await giveUp(fault.detail)
}

/** Reads and records the brand; or why it cannot be read. */
const brandRead = async (
  step: StageStep,
  sources: readonly BrandSource[],
  room: Room,
): Promise<BrandFault | undefined> => {
  const { workflow, ports, work, signal, item } = step
  const { accountId, requestId, inventoryType, retailer } = workflow
  const key = brandKey(ports.secrets, { accountId, retailerId: retailer.id, sources })
  const known = await knownBrand(ports, key, sources)
  const options = { accountId, retailerName: retailer.name, signal, mayStore: room.mayStore }
  const read = known ?? (await ports.brandReader.read(sources, options))
  signal.throwIfAborted()
  if (isBrandFault(read)) return read
  await step.holds()
  const pictures = await storePictures({ accountId, requestId }, read.profile, work, ports)
  const fontFiles = await libraryFonts(accountId, read.profile, ports.readModels)
  const brief = { accountId, brand: read.profile, retailerName: retailer.name, inventoryType, ...pictures, fontFiles }
  const { sha256: briefSha256, size } = await storeBrief(ports.blobs, brief, room)
  // no file of the library: they count with the brief that names them
  const lookedAt = await Promise.all(lookedAtPictures(read.profile).map(({ blob }) => ports.blobs.stat(blob)))
  const bytes = lookedAt.reduce((sum, picture) => sum + (picture?.size ?? 0), size)
  const warnings = fewWarnings(read.warnings)
  const origin = known ? { reusedFrom: known.reusedFrom } : { brandKey: key }
  const sizes = designSizes(designLayouts(read.profile), sizesOf(inventoryType))
  const found = { briefSha256, bytes, ...origin, ...(sizes.length > 0 ? { designSizes: [...sizes] } : {}), warnings }
  const own = { ...ownOf(step), ...found, percentage: done }
  room.recorded(settled(await work.execute(templateWorkflow, item.id, { kind: 'ReadBrand', ...own })))
  return undefined
}
