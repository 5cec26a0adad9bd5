// @ts-check

/**
 * The path of a signed preview on this host; the service names itself by its public address.
 * @param {string} url
 */
export const previewOf = url => {
  const { pathname, search } = new URL(url, location.href)
  return pathname.slice(Math.max(0, pathname.indexOf('/previews/'))) + search
}

/** @param {string} url @param {string} ending */
const withEnding = (url, ending) => previewOf(url).replace('?', `${ending}?`)

/** The path of its picture. @param {string} url */
export const pictureOf = url => withEnding(url, '.png')

/** The path of the ad itself, without trackers. @param {string} url */
export const documentOf = url => withEnding(url, '.html')
