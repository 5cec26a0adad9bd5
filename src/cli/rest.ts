import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { cut } from '../domain/shared/cut.ts'
import { withoutLastSlash } from '../domain/shared/trimmed.ts'
import { UserError } from './user-error.ts'
import { WrongUse } from './wrong-use.ts'

export type Rest = {
  /** Sends and returns JSON. Throws `RestProblem` if the request is refused. */
  json(method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<unknown>
  /** Uploads a file to a path in the asset library. */
  upload(path: string, fields: Readonly<Record<string, string>>, file: Uint8Array): Promise<unknown>
}

type Problem = {
  readonly code?: string
  readonly detail?: string
  /** The reason of a reply of the DSP operations, which are no problems (DSP-3). */
  readonly error?: string
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[]
}

/** A problem+json response, or a failed reply about the DSP, as an error message. */
export class RestProblem extends UserError {
  readonly status: number
  readonly problem: Problem & Readonly<Record<string, unknown>>
  constructor(what: string, status: number, problem: Problem & Readonly<Record<string, unknown>>) {
    const faults = (problem.errors ?? []).map(e => `  ${e.pointer} ${e.detail}`)
    super([`${what}: ${status} ${problem.detail ?? problem.error ?? ''}`, ...faults].join('\n'))
    this.status = status
    this.problem = problem
  }
}

const maxTries = 8
/** How often to ask again for a request that is still running: another node takes it over after 5 s of silence (HTTP-22). */
const maxAsked = 30
const longestPauseSeconds = 120

/** The seconds in a Retry-After header, given as a number or a date (RFC 9110, 10.2.3); undefined if missing or invalid. */
const askedSeconds = (retryAfter: string | null): number | undefined => {
  if (retryAfter === null || retryAfter.trim() === '') return undefined
  const seconds = /^\s*\d+\s*$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds))
}

/** The server's Retry-After, up to a limit; exponential backoff without one. */
const pauseSeconds = (retryAfter: string | null, tried: number): number =>
  Math.min(longestPauseSeconds, askedSeconds(retryAfter) ?? 2 ** tried / 4)

export type RestOptions = {
  readonly base: string
  readonly key: string
  /** Waits for the given number of seconds; tests replace it. */
  readonly sleep?: (seconds: number) => Promise<void>
  /** Called before each wait because the service does not respond. */
  readonly onWait?: (why: string) => void
}

type Got = {
  readonly status: number
  readonly retryAfter: string | null
  readonly text: string
  /** Endcap-Position: a read must reflect this position to include the write (HTTP-24). */
  readonly position: string | null
}

/** A response with its complete body, or an error if the request failed or the body was cut off. */
const fetched = async (url: string, init: RequestInit): Promise<Got | Error> => {
  try {
    // a redirect would take the key to another host, and turn a POST into a GET
    const response = await fetch(url, { ...init, redirect: 'manual' })
    const { status, headers } = response
    const [retryAfter, position] = [headers.get('retry-after'), headers.get('endcap-position')]
    return { status, retryAfter, position, text: await response.text() }
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
// fetch only says "fetch failed"; the cause has the details
const reasonOf = ({ cause, message }: Error): string =>
  cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.message) : message

const isBusy = ({ status }: Got): boolean => status === 429 || status === 503
const isRunning = ({ status, text }: Got): boolean => status === 409 && text.includes('idempotency-key-in-use')

/**
 * A client of the REST operations that honours Retry-After. Each POST has its own Idempotency-Key, the same for all of its
 * attempts, so it is safe to resend after a connection failure. Separate calls have separate keys, so a call never gets the
 * stored response of an earlier one. A GET reflects all previous writes, whichever node responds.
 */
export const restClient = ({ base, key, sleep = s => pause(s * 1000), onWait }: RestOptions): Rest => {
  const url = /^https?:\/\//i.test(base) ? URL.parse(base) : null
  // a URL that cannot be parsed may contain a password, too
  if (url === null) throw new WrongUse('--url (or ENDCAP_URL) is not an http or https URL')
  if (url.username !== '' || url.password !== '')
    throw new WrongUse('--url (or ENDCAP_URL) must not contain a user name or password; the API key is --key')
  const root = withoutLastSlash(base)

  let written: string | null = null

  const send = async (method: string, path: string, init: () => RequestInit): Promise<unknown> => {
    const what = `${method} ${path}`
    for (let tried = 1, asked = 0; ; tried++) {
      const got = await fetched(root + path, { method, ...init() })
      if (got instanceof Error) {
        const why = `${root} cannot be reached (${reasonOf(got)})`
        // fetch never connects to ports of some other protocols
        if (reasonOf(got) === 'bad port') throw new WrongUse(`--url (or ENDCAP_URL): ${why}`)
        if (tried === maxTries) throw new UserError(`${what}: ${why}`)
        onWait?.(why)
        await sleep(pauseSeconds(null, tried))
      } else if (got.status >= 200 && got.status < 300) {
        if (method !== 'GET') written = got.position ?? written
        return answerOf(what, got.text)
      } else if (isRunning(got) && asked < maxAsked) {
        await sleep(pauseSeconds(got.retryAfter, 1))
        // it is no failure, so it takes none of the attempts
        asked++
        tried--
      } else if (isBusy(got) && tried < maxTries) await sleep(pauseSeconds(got.retryAfter, tried))
      else if (got.status >= 300 && got.status < 400)
        throw new UserError(
          `${what}: the server leads elsewhere (${got.status}), where the key is not sent. Is --url correct?`,
        )
      else throw new RestProblem(what, got.status, problemOf(got.text))
    }
  }
  const headersFor = (method: string): Record<string, string> => ({
    accept: 'application/json',
    svc_apikey: key,
    ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
    ...(method === 'GET' && written !== null ? { 'endcap-after-position': written } : {}),
  })

  return {
    json(method, path, body) {
      const headers = headersFor(method)
      if (body === undefined) return send(method, path, () => ({ headers }))
      const sent = { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
      return send(method, path, () => sent)
    },
    upload(path, fields, file) {
      const form = () => {
        const data = new FormData()
        for (const [name, value] of Object.entries(fields)) data.set(name, value)
        data.set('file', new Blob([file as Uint8Array<ArrayBuffer>]), 'file')
        return data
      }
      const headers = headersFor('POST')
      return send('POST', path, () => ({ headers, body: form() }))
    },
  }
}

/** The server's text on one line, shortened for display. */
const excerpt = (text: string): string => cut(text.replace(/[\u0000-\u001f\u007f\s]+/g, ' '), 300)

const answerOf = (what: string, text: string): unknown => {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UserError(`${what}: the response is not JSON. Is --url correct? The response begins: ${excerpt(text)}`, {
      cause,
    })
  }
}

const problemOf = (text: string): Problem & Readonly<Record<string, unknown>> => {
  try {
    return JSON.parse(text) as Problem & Readonly<Record<string, unknown>>
  } catch (error) {
    if (error instanceof SyntaxError) return { detail: excerpt(text) }
    throw error
  }
}
