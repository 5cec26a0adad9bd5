import type { Secrets } from '../ports/secrets.ts'
import { signUrl } from './signed-url.ts'

/** A file for download: a blob of an account, under a name. */
export type Download = { readonly accountId: string; readonly zip: string; readonly filename: string }

/** The path that a download is served at, without its signature. */
export const downloadPath = ({ accountId, zip, filename }: Download): string =>
  `/downloads/${accountId}/${zip}/${encodeURIComponent(filename)}`

/** A link that works for 24 hours, rounded up to the full hour, so that repeated answers are equal (decision 26). */
export const downloadUrl = (secrets: Secrets, download: Download, now: Date): string =>
  signUrl(secrets, downloadPath(download), now)
