import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { UserError } from './user-error.ts'

export type Rest = {
  /** Sends JSON and answers JSON. A refusal throws `RestProblem`. */
  json(method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<unknown>
  /** Sends a file with its path in the library. */
  upload(path: string, fields: Readonly<Record<string, string>>, file: Uint8Array): Promise<unknown>
}

type Problem = {
  readonly code?: string
  readonly detail?: string
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[]
}

/** A problem+json answer, in a person's words. */
export class RestProblem extends UserError {
  readonly status: number
  readonly problem: Problem & Readonly<Record<string, unknown>>
  constructor(what: string, status: number, problem: Problem & Readonly<Record<string, unknown>>) {
    const faults = (problem.errors ?? []).map(e => `  ${e.pointer} ${e.detail}`)
    super([`${what}: ${status} ${problem.detail ?? ''}`, ...faults].join('\n'))
    this.status = status
    this.problem = problem
  }
}

const maxTries = 8
const longestPauseSeconds = 120

/** Seconds that a Retry-After asks for, as a number or as a time (RFC 9110, 10.2.3); undefined when it says nothing. */
const askedSeconds = (retryAfter: string | null): number | undefined => {
  if (retryAfter === null || retryAfter.trim() === '') return undefined
  const seconds = /^\s*\d+\s*$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds))
}

/** What the server asks to wait, bounded; growing pauses when it does not say. */
const pauseSeconds = (retryAfter: string | null, tried: number): number =>
  Math.min(longestPauseSeconds, askedSeconds(retryAfter) ?? 2 ** tried / 4)

export type RestOptions = {
  readonly base: string
  readonly key: string
  /** Waits so many seconds; tests replace it. */
  readonly sleep?: (seconds: number) => Promise<void>
  /** Told before it waits because nothing answers. */
  readonly onWait?: (why: string) => void
}

type Got = {
  readonly status: number
  readonly retryAfter: string | null
  readonly text: string
  /** Endcap-Position: what a read must reflect to show a write (decision 14). */
  readonly position: string | null
}

/** An answer with its whole text; an error when there was none, or when it was cut off. */
const fetched = async (url: string, init: RequestInit): Promise<Got | Error> => {
  try {
    const response = await fetch(url, init)
    const { status, headers } = response
    const [retryAfter, position] = [headers.get('retry-after'), headers.get('endcap-position')]
    return { status, retryAfter, position, text: await response.text() }
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
// fetch says "fetch failed"; what failed stands behind it
const reasonOf = ({ cause, message }: Error): string =>
  cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.message) : message

const isBusy = ({ status, text }: Got): boolean =>
  status === 429 || status === 503 || (status === 409 && text.includes('idempotency-key-in-use'))

/**
 * A client of the REST operations that keeps to Retry-After. Every POST carries an Idempotency-Key of its own, the same in
 * each try, so that one that was cut off can be sent again without harm. A later call is a new one: it never gets the
 * answer of an earlier one in place of its work. A GET reflects what was written before it, whichever node answers.
 */
export const restClient = ({ base, key, sleep = s => pause(s * 1000), onWait }: RestOptions): Rest => {
  if (!/^https?:\/\//i.test(base) || !URL.canParse(base)) throw new UserError(`${base} is not an http or https URL`)
  const root = base.replace(/\/+$/, '')

  let written: string | null = null

  const send = async (method: string, path: string, init: () => RequestInit): Promise<unknown> => {
    const what = `${method} ${path}`
    for (let tried = 1; ; tried++) {
      const got = await fetched(root + path, { method, ...init() })
      if (got instanceof Error) {
        const why = `${root} cannot be reached (${reasonOf(got)})`
        if (tried === maxTries) throw new UserError(`${what}: ${why}`)
        onWait?.(why)
        await sleep(pauseSeconds(null, tried))
      } else if (got.status >= 200 && got.status < 300) {
        if (method !== 'GET') written = got.position ?? written
        return answerOf(what, got.text)
      } else if (isBusy(got) && tried < maxTries) await sleep(pauseSeconds(got.retryAfter, tried))
      else throw new RestProblem(what, got.status, problemOf(got.text))
    }
  }
  const headersFor = (method: string): Record<string, string> => ({
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

/** A text of the server on one line, short enough to show. */
const excerpt = (text: string): string => text.replace(/[\u0000-\u001f\u007f\s]+/g, ' ').slice(0, 300)

const answerOf = (what: string, text: string): unknown => {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UserError(`${what}: the answer is not JSON; is this the service? It begins: ${excerpt(text)}`, { cause })
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
