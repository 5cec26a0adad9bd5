import { type Fetcher, isFetchFailure } from '../../../ports/fetcher.ts'
import type { GeneratorFailure } from '../../../ports/template-generator.ts'
import { ended, failure } from '../failure.ts'
import { answerOf, type ModelAnswer, tokensOf } from './answer.ts'
import { reasonOf } from './reason.ts'
import { type ModelSettings, mostRequests } from './settings.ts'

export type Message = { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }
/** What is left for one template. */
export type Budget = { tokens: number; requests: number }
export type ChatOptions = { readonly temperature: number; readonly seed: number }

/** Bytes of an answer: a template of 1 MiB, escaped in JSON twice. */
const mostAnswerBytes = 4 * 1024 * 1024
/** Fewer tokens hold no template. */
const leastTokens = 256

export const budgetOf = ({ maxTokens }: ModelSettings): Budget => ({ tokens: maxTokens, requests: mostRequests })

/** The JSON that the model must answer with. */
const answerFormat = {
  type: 'json_schema',
  json_schema: {
    name: 'template',
    strict: true,
    schema: {
      type: 'object',
      properties: { html: { type: 'string' }, notes: { type: 'array', items: { type: 'string' } } },
      required: ['html', 'notes'],
      additionalProperties: false,
    },
  },
} as const

/** Parameters that some servers do not know, or know by another name. */
type Dialect = { readonly format: boolean; readonly limit: 'max_tokens' | 'max_completion_tokens' }

const jsonOf = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
const messageOf = (body: unknown): string => {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  if (typeof error === 'string') return error
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : ''
}

/** Another way to ask a server that refused a parameter; undefined: the refusal is about something else. */
const otherDialect = ({ format, limit }: Dialect, status: number, message: string): Dialect | undefined => {
  if (status !== 400 && status !== 422) return undefined
  if (limit === 'max_tokens' && message.includes('max_completion_tokens'))
    return { format, limit: 'max_completion_tokens' }
  return format && /response_format|json_schema|schema|grammar|structured/i.test(message)
    ? { format: false, limit }
    : undefined
}

const failureOfStatus = (status: number, message: string, key: string | undefined): GeneratorFailure => {
  const reason = reasonOf(message, key)
  if (status === 401 || status === 403) return failure('refused', `The model does not accept GENERATOR_KEY.${reason}`)
  if (status === 404) return failure('refused', `GENERATOR_URL does not serve GENERATOR_MODEL.${reason}`)
  if (status === 429) return failure('unavailable', `The quota of the model is used up.${reason}`)
  if (status === 408 || status >= 500)
    return failure('unavailable', `The model is not available, it answered ${status}.${reason}`)
  return failure('refused', `The model refused the request, it answered ${status}.${reason}`)
}
const failureOfFetch = (code: string): GeneratorFailure => {
  switch (code) {
    case 'timeout':
      return failure('timeout', 'The model did not answer in time.')
    case 'too-large':
      return failure('unreadable', 'The answer of the model is too large.')
    case 'too-many-redirects':
      return failure('unreadable', 'The model leads elsewhere; GENERATOR_URL must be its own address.')
    case 'unreachable':
      return failure('unavailable', 'The model cannot be reached.')
  }
  return failure('refused', 'The address of the model is not allowed.')
}

/**
 * Chats with a model over an OpenAI-compatible API, through the guarded fetcher: no redirect is followed, answers are bounded, and no
 * error shows the key. A parameter that the server refuses is left out from then on.
 */
export const openChat = (settings: ModelSettings, fetcher: Pick<Fetcher, 'fetchBytes'>) => {
  const { url, model, key, timeoutMs } = settings
  let dialect: Dialect = { format: true, limit: 'max_tokens' }

  const ask = async (
    messages: readonly Message[],
    budget: Budget,
    options: ChatOptions,
    signal: AbortSignal,
  ): Promise<ModelAnswer | GeneratorFailure> => {
    if (signal.aborted) return ended
    if (budget.requests <= 0) return failure('over-budget', `The model needed more than ${mostRequests} requests.`)
    if (budget.tokens < leastTokens)
      return failure('over-budget', 'The tokens of the model for this template are used up (GENERATOR_MAX_TOKENS).')
    budget.requests--
    const asked = dialect
    const fetched = await fetcher.fetchBytes({
      url: `${url.replace(/\/$/, '')}/chat/completions`,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({
        ...{ model, messages, stream: false, ...options, [asked.limit]: budget.tokens },
        ...(asked.format ? { response_format: answerFormat } : {}),
      }),
      ...{ maxBytes: mostAnswerBytes, maxRedirects: 0, timeoutMs, signal },
    })
    if (signal.aborted) return ended
    if (isFetchFailure(fetched)) return failureOfFetch(fetched.code)
    const body = jsonOf(fetched.body)
    if (fetched.status !== 200) {
      const message = messageOf(body)
      const other = otherDialect(asked, fetched.status, message)
      if (other === undefined) return failureOfStatus(fetched.status, message, key)
      dialect = other
      return ask(messages, budget, options, signal)
    }
    budget.tokens -= tokensOf(body, fetched.body.length)
    return answerOf(body, key)
  }
  return ask
}
