import * as t from 'io-ts'
import { about } from '../codec/described.ts'
import { fields } from '../codec/fields.ts'
import { integer } from '../codec/integer.ts'
import type { JsonReply, Refused } from '../engine/operation.ts'

/** What a status of a reply means to readers. */
type Meanings = Readonly<Record<number, string>>
const failures: Meanings = {
  422: 'the request cannot be read or carried out; nothing was changed',
  500: 'it failed; `message` and `error` give the reason',
}
const listed = (meanings: Meanings): string =>
  Object.entries({ ...meanings, ...failures })
    .map(([status, meaning]) => `- \`${status}\`: ${meaning}`)
    .join('\n')

/** The reply of most operations of the DSP (DSP-2, DSP-10). */
const required = (meanings: Meanings) => ({ status: about(integer(200, 599), listed(meanings)), message: t.string })
const optional = { warning: t.string, error: t.string }
type DspReply = {
  readonly status: number
  readonly message: string
  readonly warning?: string
  readonly error?: string
}

/** The codec of a reply with further members, and what the statuses of its success mean. */
export const dspReplyOf = <O extends t.Props>(meanings: Meanings, further: O) =>
  fields(required(meanings), { ...optional, ...further })

/** The codec of a refusal, of operations whose reply has another shape. */
export const DspRefusal = fields(required({}), optional)

/** HTTP statuses of the replies besides 200, for the OpenAPI document (DSP-13). */
export const dspStatuses = {
  422: 'The request cannot be read, or names something that does not exist, or something runs that excludes it.',
  500: 'It failed; `message` and `error` give the reason.',
} as const

/** The same, of operations that start something. */
export const dspStartStatuses = { 202: 'Started.', ...dspStatuses } as const

// bodies of 210, 300 and 310 go out as 200, as a client may read 310 as a redirect
const asHttp = new Set([200, 202, 422, 500])

/** A reply with its HTTP status, and the header that repeats the status of the body (DSP-13). */
export const dspReply = <R extends DspReply>(body: R): JsonReply<R> => ({
  body,
  status: asHttp.has(body.status) ? body.status : 200,
  headers: { 'X-Operation-Status': String(body.status) },
})

const refusals: Readonly<Record<number, Pick<DspReply, 'status' | 'message'>>> = {
  400: { status: 422, message: 'The request could not be read.' },
  404: { status: 422, message: 'The request could not be carried out.' },
  409: { status: 422, message: 'The request could not be carried out.' },
  422: { status: 422, message: 'The request could not be carried out.' },
  500: { status: 500, message: 'The request failed.' },
}

/** Refusals of an Idempotency-Key: they are not about the operation. */
const ofRepeats = new Set(['idempotency-key-in-use', 'idempotency-key-reused'])

/**
 * The reply in place of a problem: 422 when the request cannot be read or carried out, 500 for a failure. Refusals of the key, of an
 * Idempotency-Key, of limits and of stores that are away stay problems, since they tell when to try again.
 */
export const dspRefused = ({ status, code, detail }: Refused): JsonReply<DspReply> | undefined => {
  const shown = ofRepeats.has(code) ? undefined : refusals[status]
  return shown && dspReply({ ...shown, error: detail })
}

/** The status of what was found, of operations that report SUCCESS or FAILED. */
export const Success = about(t.literal('SUCCESS'), '`SUCCESS`: the DSP or the log was read.')

/** The codec of what `dspFailed` answers. */
export const FailedReply = fields({
  status: about(t.literal('FAILED'), '`FAILED`: it could not be read; `error` gives the reason.'),
  error: t.string,
})

/** Its HTTP status, for the OpenAPI document. */
export const failedStatuses = { 500: 'It failed; `error` gives the reason.' } as const

/** The reply of an operation that reports SUCCESS or FAILED (DSP-2, DSP-12), in place of a problem: 500 with the reason. */
export const dspFailed = ({ status, detail }: Refused): JsonReply<{ status: 'FAILED'; error: string }> | undefined =>
  refusals[status] && {
    body: { status: 'FAILED', error: detail },
    status: 500,
    headers: { 'X-Operation-Status': '500' },
  }
