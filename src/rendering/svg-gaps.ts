import { assetUrlPath } from '../domain/assets/library-address.ts'
import type { Creative } from '../domain/creatives/creative.ts'
import { libraryFiles } from '../library/library-files.ts'
import type { Ports } from '../ports/ports.ts'
import { namedBy } from './named-by.ts'

/** What SVGs of the library name that browsers do not load when they show them as pictures: a fragment of a sentence for each. */
export const svgGaps = async (
  accountId: string,
  creative: Creative,
  libraryPaths: readonly string[],
  { blobs, pictureChecks, readModels }: Pick<Ports, 'blobs' | 'pictureChecks' | 'readModels'>,
): Promise<readonly string[]> => {
  const files = await libraryFiles(readModels, accountId, libraryPaths)
  const gaps: string[] = []
  for (const [path, { contentType, sha256 }] of files) {
    if (contentType !== 'image/svg+xml') continue
    const { notLoaded } = await pictureChecks.check(accountId, sha256, () => blobs.read(sha256))
    const address = assetUrlPath(accountId, path)
    if (notLoaded) gaps.push(`${address}${namedBy(creative, address)} without ${notLoaded.join(' and ')}`)
  }
  return gaps
}
