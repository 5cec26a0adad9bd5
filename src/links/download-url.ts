import type { Secrets } from '../ports/secrets.ts'
import { signUrl } from './signed-url.ts'

/** A file for download: an account's blob and its filename. */
export type Download = { readonly accountId: string; readonly zip: string; readonly filename: string }

/** The unsigned path of a download. */
export const downloadPath = ({ accountId, zip, filename }: Download): string =>
  `/downloads/${accountId}/${zip}/${encodeURIComponent(filename.toWellFormed())}`

/** A link that is valid for 24 hours, rounded up to the full hour so that repeated responses are identical (EXPORT-10). */
export const downloadUrl = (secrets: Secrets, download: Download, now: Date): string =>
  signUrl(secrets, downloadPath(download), now)
