import { resolve } from 'node:path'
import { withoutLastSlash } from '../../domain/shared/trimmed.ts'
import type { SealStore } from '../../ports/seal-store.ts'
import { folderSeals } from './folder.ts'

/** Opens the place of SEALS_TO: `s3://bucket/prefix`, or the path of a folder. */
export const openSealStore = async (place: string): Promise<SealStore> => {
  if (!place.startsWith('s3://')) return folderSeals(resolve(place))
  // loaded on demand: the S3 client is large
  const { s3Seals } = await import('./s3.ts')
  const { hostname, pathname } = new URL(place)
  return s3Seals(hostname, withoutLastSlash(decodeURIComponent(pathname)).replace(/^\/+/, ''))
}
