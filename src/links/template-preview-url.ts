import type { Secrets } from '../ports/secrets.ts'
import { signUrl } from './signed-url.ts'

export type PreviewedTemplate = { readonly accountId: string; readonly requestId: string; readonly adUnitSize: string }

/** The unsigned path of the picture of a generated template (TEMPLATE-24). */
export const templatePreviewPath = ({ accountId, requestId, adUnitSize }: PreviewedTemplate): string =>
  `/template-previews/${accountId}/${requestId}/${adUnitSize}`

/** A link that is valid for 24 hours, rounded up to the full hour so that repeated answers are identical. */
export const templatePreviewUrl = (secrets: Secrets, previewed: PreviewedTemplate, now: Date): string =>
  signUrl(secrets, templatePreviewPath(previewed), now)
