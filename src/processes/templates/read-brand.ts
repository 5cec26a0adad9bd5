import { cut } from '../../domain/shared/cut.ts'
import { designLayouts } from '../../domain/templates/brand.ts'
import { designSizes } from '../../domain/templates/design/design-sizes.ts'
import { sizesOf } from '../../domain/templates/size.ts'
import type { WorkflowSource } from '../../domain/templates/workflow/events.ts'
import { longestWarning } from '../../domain/templates/workflow/events.ts'
import { AttemptFailed } from '../../engine/react/attempt-failed.ts'
import { type BrandSource, isBrandFault } from '../../ports/brand-reader.ts'
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
    if (source.kind !== 'url') return source
    const url = await opened(ports.secrets, accountId, source.sealedUrl)
    return url === undefined ? undefined : { kind: 'url', url }
  }
  const read = await Promise.all(sources.map(open))
  const known = read.filter(source => source !== undefined)
  return known.length === read.length ? known : undefined
}

/**
 * Reads the brand, or uses one again that was read from the same sources (TEMPLATE-33), and puts its pictures into the library, so
 * that templates can name them. A source that may be readable later fails the attempt; any other fault ends the workflow.
 */
export const readBrand = async (step: StageStep): Promise<void> => {
  const { workflow, ports, work, signal } = step
  const { accountId, requestId, inventoryType, retailer } = workflow
  const giveUp = (reason: string) =>
    record(step, { kind: 'GiveUp', ...ownOf(step), reason: cut(reason, longestWarning) })
  const sources = await sourcesOf(step)
  if (sources === undefined) return void (await giveUp('The address of the brand was erased with its account.'))
  const key = brandKey(ports.secrets, { accountId, retailerId: retailer.id, sources })
  const known = await knownBrand(ports, key, sources)
  const read = known ?? (await ports.brandReader.read(sources, { accountId, retailerName: retailer.name, signal }))
  signal.throwIfAborted()
  if (isBrandFault(read)) {
    if (read.transient) throw new AttemptFailed(read.detail)
    return void (await giveUp(read.detail))
  }
  await step.holds()
  const pictures = await storePictures({ accountId, requestId }, read.profile, work, ports)
  const fontFiles = await libraryFonts(accountId, read.profile, ports.readModels)
  const brief = { accountId, brand: read.profile, retailerName: retailer.name, inventoryType, ...pictures, fontFiles }
  const briefSha256 = await storeBrief(ports.blobs, brief)
  const warnings = fewWarnings(read.warnings)
  const origin = known ? { reusedFrom: known.reusedFrom } : { brandKey: key }
  const sizes = designSizes(designLayouts(read.profile), sizesOf(inventoryType))
  const found = { briefSha256, ...origin, ...(sizes.length > 0 ? { designSizes: [...sizes] } : {}), warnings }
  await record(step, { kind: 'ReadBrand', ...ownOf(step), ...found, percentage: done })
}
