/** The id of a media channel's stream and document: `fernhollow:3`. */
export const mediaChannelId = (orgId: string, mediaChannelIdx: number): string => `${orgId}:${mediaChannelIdx}`
