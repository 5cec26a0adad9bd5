/** Where the model is, and what it may cost (ADR 0064). */
export type ModelSettings = {
  /** Base of an OpenAI-compatible API, such as `http://localhost:11434/v1`. */
  readonly url: string
  readonly model: string
  /** Never logged, and never part of a prompt. */
  readonly key: string | undefined
  /** For one request. */
  readonly timeoutMs: number
  /** Tokens of all answers for one template. */
  readonly maxTokens: number
}

/** Requests for one template: an answer, its repair, and one more each where the server does not know a parameter. */
export const mostRequests = 4

/** The `host:port` that the adapter may reach although it may be private; it reaches no other. */
export const hostOf = (url: string): string => {
  const { hostname, port, protocol } = new URL(url)
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`
}
