import type { Asset } from '../domain/assets/asset.ts'
import type { Ports } from '../ports/ports.ts'

/** Pictures that are decoded for one save, at most, and bytes of each: of others the drawing of the ad finds out. */
const most = { pictures: 20, bytes: 10 * 1024 * 1024 }

/** What pictures of the library are instead of whole pictures, by path; those that decode are absent. */
export const undecodable = async (
  accountId: string,
  files: ReadonlyMap<string, Asset>,
  { blobs, pictureChecks }: Pick<Ports, 'blobs' | 'pictureChecks'>,
): Promise<ReadonlyMap<string, string>> => {
  const pictures = [...files].filter(
    ([, { contentType, size }]) => contentType.startsWith('image/') && size <= most.bytes,
  )
  const faults = new Map<string, string>()
  for (const [path, { sha256 }] of pictures.slice(0, most.pictures)) {
    const { fault } = await pictureChecks.check(accountId, sha256, () => blobs.read(sha256))
    if (fault !== undefined) faults.set(path, fault)
  }
  return faults
}
