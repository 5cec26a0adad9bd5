/** The address of a picture outside an ad: a path has the origin, and `//host/path` its scheme, as in the ad itself (CREATIVE-7). */
export const pictureUrl = (value: string, origin: string): string => {
  if (value.startsWith('//')) return origin.slice(0, origin.indexOf('//')) + value
  return value.startsWith('/') ? origin + value : value
}
