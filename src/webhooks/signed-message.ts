import { Webhook } from 'standardwebhooks'
import type { EventJson } from '../audit/event-json.ts'

/** A key as Standard Webhooks writes it. */
export const keyOf = (bytes: Uint8Array): string => `whsec_${Buffer.from(bytes).toString('base64')}`

const keyBytes = 32

/** A new key, of bytes that nobody can guess. */
export const newKey = (randomBytes: (count: number) => Uint8Array): string => keyOf(randomBytes(keyBytes))

/** What is sent for an event: its type and time, and the event as `listEvents` shows it, with a signature of each key. */
export const signedMessage = (event: EventJson, json: string, keys: readonly string[], now: Date) => {
  const { id, type, metadata } = event
  const body = `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(metadata.at)},"data":${json}}`
  return {
    body,
    headers: {
      'content-type': 'application/json',
      // the same for every attempt, so that a receiver knows what it has had
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': keys.map(key => new Webhook(key).sign(id, now, body)).join(' '),
    },
  }
}
