import { partsOfId } from '../shared/parts-of-id.ts'

/** The id of a media channel's stream and document: `fernhollow:3`. */
export const mediaChannelId = (orgId: string, mediaChannelIdx: number): string => `${orgId}:${mediaChannelIdx}`

/** Organisation and number of a media channel's id. */
export const mediaChannelOfId = (id: string): { readonly orgId: string; readonly mediaChannelIdx: number } => {
  const [orgId, idx] = partsOfId(id)
  return { orgId, mediaChannelIdx: Number(idx) }
}
