import type { Answer } from '../node.ts'
import type { Action } from './action.ts'

/** One time that a request was sent. Positions are those of the log at that moment. */
export type Sending = {
  readonly node: number
  readonly sentAt: number
  answer?: Answer
  answeredAt?: number
}

/** What a client wanted, and every time that it sent the request. */
export type Intent = {
  readonly marker: string
  readonly action: Action
  /** The Idempotency-Key, under which it may be repeated anywhere. */
  readonly key: string | undefined
  readonly sendings: Sending[]
  /** The client has what it wanted, or has given up. */
  isOver: boolean
}

const codeOf = ({ text }: Answer): unknown => {
  if (!text.startsWith('{')) return undefined
  const body: { readonly code?: unknown } = JSON.parse(text)
  return body.code
}

/** Answers that invite the client to try again later. */
const passing: ReadonlySet<unknown> = new Set(['idempotency-key-in-use', 'read-models-behind', 'rate-limited'])

/** Whether a request is over with this answer: it was carried out, or it never will be. */
export const isFinal = (answer: Answer): boolean => answer.status < 500 && !passing.has(codeOf(answer))

export const isAccepted = ({ status }: Answer): boolean => status >= 200 && status < 300

/** The final answers to a request. */
export const finalAnswers = ({ sendings }: Intent): readonly Answer[] =>
  sendings.flatMap(({ answer }) => (answer && isFinal(answer) ? [answer] : []))
