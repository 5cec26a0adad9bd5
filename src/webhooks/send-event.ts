import type { EventJson } from '../audit/event-json.ts'
import { retryAfterMs } from '../codec/retry-after.ts'
import { isFetchFailure } from '../ports/fetcher.ts'
import type { Ports } from '../ports/ports.ts'
import { signedMessage } from './signed-message.ts'
import { keysAt, type Target } from './target.ts'

/**
 * `isGone`: the receiver said that it is gone for good. `reason` has nothing of the address but its host, and nothing of the answer. `askedMs`:
 * milliseconds that the receiver asks to wait (Retry-After), or 0.
 */
export type Sent =
  | { readonly taken: true; readonly status: number }
  | { readonly taken: false; readonly isGone: boolean; readonly reason: string; readonly askedMs: number }

/** Milliseconds that a receiver has for its status. */
const patienceMs = 20_000

/**
 * Sends one event (WEBHOOK-2). Only a 2xx status takes it; its body is not read. A redirect is a failure: it would lead what is signed
 * to another address.
 */
export const sendEvent = async (
  { fetcher, clock }: Pick<Ports, 'fetcher' | 'clock'>,
  target: Target,
  json: string,
  signal: AbortSignal,
  timeoutMs = patienceMs,
): Promise<Sent> => {
  // written by this service
  const event: EventJson = JSON.parse(json)
  const now = clock.now()
  const message = signedMessage(event, json, keysAt(target, now), now)
  const answer = await fetcher.fetch({
    url: target.url,
    method: 'POST',
    ...message,
    maxBytes: Number.MAX_SAFE_INTEGER,
    timeoutMs,
    maxRedirects: 0,
    signal,
  })
  if (isFetchFailure(answer)) return { taken: false, isGone: false, reason: answer.code, askedMs: 0 }
  // an error that comes later is of no interest, and would end the process
  answer.body.on('error', () => undefined).destroy()
  const { status, headers } = answer
  if (status >= 200 && status < 300) return { taken: true, status }
  const askedMs = retryAfterMs(headers['retry-after'], clock.now())
  return { taken: false, isGone: status === 410, reason: `it answered ${status}`, askedMs }
}
