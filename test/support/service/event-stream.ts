import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { adminKey } from './service.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read members of any event
export type Seen = { readonly id: string; readonly event: any }

/**
 * Reads a stream of events like a browser's EventSource, until `close` or its end. Rejects if the answer is a problem. Each has a
 * connection of its own: fetch would open another one when a stream is cut, and a node that stops waits for its first request.
 */
export const followEvents = async (
  url: string,
  { key = adminKey, lastEventId }: { readonly key?: string; readonly lastEventId?: string } = {},
) => {
  const headers = { svc_apikey: key, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers, agent: false }, resolve).on('error', reject)
  })
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${await text(response)}`)
  const seen: Seen[] = []
  let last = ''
  let hasEnded = false
  const read = async () => {
    let rest = ''
    for await (const piece of response.setEncoding('utf8')) {
      const messages = (rest + piece).split('\n\n')
      rest = messages.pop() ?? ''
      for (const message of messages) {
        last = /^id: (\d+)$/m.exec(message)?.[1] ?? last
        const data = /^data: (.*)$/m.exec(message)?.[1]
        if (data !== undefined) seen.push({ id: last, event: JSON.parse(data) })
      }
    }
  }
  const reading = read()
    .catch(() => undefined)
    .finally(() => {
      hasEnded = true
    })
  return {
    headers: response.headers,
    /** The events so far, each with its id. */
    seen: seen as readonly Seen[],
    lastEventId: () => last,
    hasEnded: () => hasEnded,
    async close() {
      response.destroy()
      await reading
    },
  }
}
