import type { Asset } from '../domain/assets/asset.ts'
import { libraryPathOf, pictureFault } from '../domain/creatives/picture-fault.ts'
import { contentTypesOf } from '../library/library-files.ts'
import type { Ports } from '../ports/ports.ts'
import type { RenderFailure } from '../ports/renderer.ts'
import { type AdParts, composed } from './composed.ts'
import { namedBy } from './named-by.ts'
import { displayed } from './resources.ts'

/** Files of the account's library by path; paths without a file are absent. */
export type FilesByPath = ReadonlyMap<string, Pick<Asset, 'contentType' | 'sha256'>>

/**
 * Why a creative cannot be shown in an ad unit, as far as that is known before it is drawn: its HTML, and the files of the library
 * that it shows as pictures in any case. Undefined: it may be shown.
 */
export const foreseenFault = async (
  parts: AdParts,
  filesOf: (paths: readonly string[]) => Promise<FilesByPath>,
  ports: Pick<Ports, 'blobs' | 'composer' | 'config' | 'pictureChecks'>,
): Promise<RenderFailure | undefined> => {
  const page = await composed(parts, ports)
  if ('code' in page) return page
  if (page.fault !== undefined) return { code: 'html-broken', detail: page.fault }
  const { accountId, creative } = parts
  const place = { accountId, publicUrl: ports.config.publicUrl }
  const files = await filesOf(
    page.pictures.map(address => libraryPathOf(address, place)).filter(path => path !== undefined),
  )
  const contentTypes = contentTypesOf(files)
  for (const address of page.pictures) {
    const fault = pictureFault(address, { ...place, contentTypes })
    if (fault) return { ...fault, detail: fault.detail + namedBy(creative, address) }
    const sha256 = files.get(libraryPathOf(address, place) ?? '')?.sha256
    if (sha256 === undefined) continue
    const { fault: found } = await ports.pictureChecks.check(accountId, sha256, () => ports.blobs.read(sha256))
    if (found !== undefined)
      return { code: 'image-undecodable', detail: `${displayed(address)} is ${found}${namedBy(creative, address)}` }
  }
  return undefined
}
