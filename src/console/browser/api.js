// @ts-check

/**
 * The result of a read. `permission`: the permission that the key lacks. Two codes are the client's own: `unreachable`
 * (no usable response) and `gone` (the view was closed before the response arrived; not an error to show).
 * @template Body
 * @typedef {{ readonly ok: true, readonly body: Body } | Refused} Read
 */
/** @typedef {{ readonly ok: false, readonly code: string, readonly detail: string, readonly permission?: string }} Refused */
/** An array value becomes a repeated parameter. @typedef {Readonly<Record<string, string | readonly string[]>>} Query */
/**
 * `read` reads JSON, `readText` another text, such as CSV; `readService` JSON that is of no account.
 * @typedef {{
 *   read(path: string, query: Query, signal: AbortSignal): Promise<Read<any>>,
 *   readText(path: string, query: Query, signal: AbortSignal): Promise<Read<string>>,
 *   readService(path: string, signal: AbortSignal): Promise<Read<any>>
 * }} Client
 */
/**
 * `waiting`: the rate limit is reached, and requests resume after so many seconds (0: resumed). `refused`: the key is
 * no longer valid.
 * @typedef {{ waiting(seconds: number): void, refused(): void }} Listener
 */

/** @param {number} ms @param {AbortSignal} signal */
const pause = (ms, signal) =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true })
  })

/** @param {Query} query */
const searchOf = query => {
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map(v => [name, String(v)]))
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

/** @type {Refused} */
const gone = { ok: false, code: 'gone', detail: '' }
/** @type {Refused} */
const unreachable = { ok: false, code: 'unreachable', detail: 'The service cannot be reached.' }

/**
 * Reads one account's data. The key is kept in this closure and sent only in the header of requests to the page's own
 * host. A 429 pauses all reads until Retry-After has passed.
 * @param {string} account
 * @param {string} key
 * @param {Listener} listener
 * @returns {Client}
 */
export const clientOf = (account, key, listener) => {
  const base = `/v2/accounts/${encodeURIComponent(account)}`
  let heldUntil = 0

  /** @param {number} seconds */
  const hold = seconds => {
    const until = Date.now() + seconds * 1000
    if (until <= heldUntil) return
    heldUntil = until
    listener.waiting(seconds)
    setTimeout(() => heldUntil === until && listener.waiting(0), seconds * 1000)
  }

  /**
   * @param {string} url @param {Query} query @param {AbortSignal} signal
   * @param {(response: Response) => Promise<any>} bodyOf of a success
   * @returns {Promise<Read<any>>}
   */
  const ask = async (url, query, signal, bodyOf) => {
    for (;;) {
      while (heldUntil > Date.now() && !signal.aborted) await pause(heldUntil - Date.now(), signal)
      if (signal.aborted) return gone
      const search = searchOf(query)
      /** @type {Response} */
      let response
      let body
      try {
        response = await fetch(`${url}${search}`, {
          headers: { svc_apikey: key },
          cache: 'no-store',
          credentials: 'omit',
          redirect: 'error',
          signal,
        })
        body = await (response.ok ? bodyOf(response) : response.json())
      } catch {
        // also a response that is not JSON: a proxy answered instead of the service
        return signal.aborted ? gone : unreachable
      }
      if (response.ok) return { ok: true, body }
      if (response.status === 429) {
        hold(Math.max(1, Number(response.headers.get('Retry-After')) || 1))
        continue
      }
      if (response.status === 401) listener.refused()
      return { ok: false, code: body.code, detail: body.detail, permission: body.permission }
    }
  }
  const json = (/** @type {Response} */ response) => response.json()
  return {
    read: (path, query, signal) => ask(`${base}${path}`, query, signal, json),
    readText: (path, query, signal) => ask(`${base}${path}`, query, signal, response => response.text()),
    readService: (path, signal) => ask(path, {}, signal, json),
  }
}
