import { createHash } from 'node:crypto'
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

/** What the server asks to wait, bounded; growing pauses when it does not say. */
const pauseSeconds = (retryAfter: string | null, tried: number): number => {
  const asked = Number(retryAfter)
  return Math.min(longestPauseSeconds, Number.isFinite(asked) && asked > 0 ? asked : 2 ** tried / 4)
}

export type RestOptions = {
  readonly base: string
  readonly key: string
  /** Waits so many seconds; tests replace it. */
  readonly sleep?: (seconds: number) => Promise<void>
}

/**
 * A client of the REST operations that keeps to Retry-After. Every request carries an Idempotency-Key made of its content
 * when it is a POST, so that one that was cut off can be sent again without harm.
 */
export const restClient = ({ base, key, sleep = s => pause(s * 1000) }: RestOptions): Rest => {
  const root = base.replace(/\/+$/, '')

  const attempt = async (url: string, init: RequestInit): Promise<Response | Error> => {
    try {
      return await fetch(url, init)
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }
  const send = async (what: string, url: string, init: () => RequestInit): Promise<unknown> => {
    for (let tried = 1; ; tried++) {
      const response = await attempt(url, init())
      if (response instanceof Error) {
        if (tried === maxTries) throw new UserError(`${what}: ${root} cannot be reached (${response.message})`)
        await sleep(pauseSeconds(null, tried))
        continue
      }
      const text = await response.text()
      if (response.ok) return text === '' ? undefined : JSON.parse(text)
      const busy =
        response.status === 429 ||
        response.status === 503 ||
        (response.status === 409 && text.includes('idempotency-key-in-use'))
      if (!busy || tried === maxTries) throw new RestProblem(what, response.status, problemOf(text))
      await sleep(pauseSeconds(response.headers.get('retry-after'), tried))
    }
  }
  const idempotencyKey = (...parts: readonly (string | Uint8Array)[]) => {
    const hash = createHash('sha256')
    for (const part of parts) hash.update(part)
    return { 'idempotency-key': hash.digest('hex') }
  }

  return {
    json(method, path, body) {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const headers = {
        svc_apikey: key,
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'POST' ? idempotencyKey(path, text ?? '') : {}),
      }
      return send(`${method} ${path}`, root + path, () => ({
        method,
        headers,
        ...(text === undefined ? {} : { body: text }),
      }))
    },
    upload(path, fields, file) {
      const form = () => {
        const data = new FormData()
        for (const [name, value] of Object.entries(fields)) data.set(name, value)
        data.set('file', new Blob([file as Uint8Array<ArrayBuffer>]), 'file')
        return data
      }
      const headers = { svc_apikey: key, ...idempotencyKey(path, JSON.stringify(fields), file) }
      return send(`POST ${path}`, root + path, () => ({ method: 'POST', headers, body: form() }))
    },
  }
}

const problemOf = (text: string): Problem & Readonly<Record<string, unknown>> => {
  try {
    return JSON.parse(text) as Problem & Readonly<Record<string, unknown>>
  } catch (error) {
    if (error instanceof SyntaxError) return { detail: text.slice(0, 300) }
    throw error
  }
}
