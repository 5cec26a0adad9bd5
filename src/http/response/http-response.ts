import type { Readable } from 'node:stream'

/** A response as a value, so that it can be stored for repeated requests. Text is sent unchanged; a stream is piped. */
export type HttpResponse = {
  readonly status: number
  readonly body: string | Buffer | Readable
  /** Empty: no content. */
  readonly contentType: string
  readonly length?: number
  readonly headers: Readonly<Record<string, string>>
  /** The code of the problem, if the response is a refusal; also in a shape of the operation's own. */
  readonly problem?: string
}

type Answering = { readonly state: { response?: HttpResponse } }

/** The status of the response; 404 without one, as in Koa. */
export const statusOf = ({ state }: Answering): number => state.response?.status ?? 404

/** Answers a request with this response, unless a later step replaces it. */
export const respond = ({ state }: Answering, response: HttpResponse): void => {
  state.response = response
}
