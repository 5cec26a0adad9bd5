import type { CookieJar } from 'tough-cookie'

/** In one fetch; a redirect needs one or two. */
const mostCookies = 50
/** Characters of a cookie with its attributes, as browsers limit them. */
const mostCharacters = 4_096

/**
 * The cookies of one fetch, for its redirects only: some servers set one, redirect to the same address, and do so for ever without it. Each is
 * sent back only to the hosts and paths that it is for (RFC 6265).
 */
export const openCookies = () => {
  let jar: CookieJar | undefined
  let left = mostCookies
  return {
    /** Keeps what a response sets. */
    async keep(url: URL, header: string | readonly string[] | undefined): Promise<void> {
      const cookies = [header ?? []].flat().filter(cookie => cookie.length <= mostCharacters)
      const kept = cookies.slice(0, left)
      left -= kept.length
      if (kept.length === 0) return
      // with its list of public suffixes it takes a megabyte, and few servers need it
      jar ??= new (await import('tough-cookie')).CookieJar()
      for (const cookie of kept) await jar.setCookie(cookie, url.href, { ignoreError: true })
    },
    /** The header of the next request; without one there is nothing to send. */
    async headerFor(url: URL): Promise<{ readonly cookie?: string }> {
      const cookie = await jar?.getCookieString(url.href)
      return cookie ? { cookie } : {}
    },
  }
}
