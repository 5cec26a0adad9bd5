import { libraryPathOf, pictureFault } from '../domain/creatives/picture-fault.ts'
import type { Ports } from '../ports/ports.ts'
import type { RenderFailure } from '../ports/renderer.ts'
import { type AdParts, composed } from './composed.ts'

/** The content types of files of the account's library by path; paths without a file are absent. */
export type ContentTypes = (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>

/**
 * Why a creative cannot be shown in an ad unit, as far as that is known before it is drawn: its HTML, and the files of the library
 * that it shows as pictures in any case. Undefined: it may be shown.
 */
export const foreseenFault = async (
  parts: AdParts,
  contentTypesOf: ContentTypes,
  ports: Pick<Ports, 'blobs' | 'composer' | 'config'>,
): Promise<RenderFailure | undefined> => {
  const page = await composed(parts, ports)
  if ('code' in page) return page
  if (page.fault !== undefined) return { code: 'html-broken', detail: page.fault }
  const place = { accountId: parts.accountId, publicUrl: ports.config.publicUrl }
  const paths = page.pictures.map(address => libraryPathOf(address, place)).filter(path => path !== undefined)
  const library = { ...place, contentTypes: await contentTypesOf(paths) }
  for (const address of page.pictures) {
    const fault = pictureFault(address, library)
    if (fault) return fault
  }
  return undefined
}
