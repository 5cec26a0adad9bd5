import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { loopback } from './loopback.ts'

export type Asked = {
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly response_format?: unknown
  readonly max_tokens?: number
  readonly max_completion_tokens?: number
  readonly model: string
}
/** Answers the n-th request (from 0) of a chat. */
export type Answer = (response: ServerResponse, asked: Asked, n: number) => void

/** A chat completion with this message. */
export const completion = (message: object, more: object = {}): object => ({
  id: 'x',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop', ...more }],
  usage: { prompt_tokens: 10, completion_tokens: 100, total_tokens: 110 },
})
/** Answers with JSON. */
export const json =
  (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answer =>
  response =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
/** Answers with a template. */
export const template = (html: string): Answer => json(completion({ content: JSON.stringify({ html, notes: [] }) }))

/** A server of an OpenAI-compatible API on a free loopback port. */
export const chatModel = async (answer: Answer) => {
  const asked: Asked[] = []
  const headers: IncomingMessage['headers'][] = []
  const server = await loopback((request, response) => {
    buffer(request).then(
      body => {
        const parsed: Asked = JSON.parse(body.toString())
        headers.push(request.headers)
        answer(response, parsed, asked.push(parsed) - 1)
      },
      error => response.destroy(error),
    )
  })
  return { url: `${server.origin}/v1`, host: server.host, asked, headers, seen: server.seen, stop: server.stop }
}
