import * as t from 'io-ts'
import { described } from '../../codec/described.ts'
import type { ConsentFault } from '../../domain/dsp/consent-faults.ts'

const longestCode = 1_024
const parameter = (description: string) => ({ type: 'string', description })

const Query = new t.Type<Readonly<Record<string, unknown>>>(
  'query of a callback',
  (u): u is Readonly<Record<string, unknown>> => typeof u === 'object' && u !== null,
  (u, context) => (typeof u === 'object' && u !== null ? t.success({ ...u }) : t.failure(u, context)),
  t.identity,
)
/**
 * The query of a callback (RFC 6749, 4.1.2; RFC 9207). Anything is read, because every request ends in a redirect; what is not known
 * here is ignored.
 */
export const CallbackQuery = described(Query, {
  type: 'object',
  properties: {
    state: parameter('The state that authoriseDsp sent.'),
    code: parameter('The code to exchange.'),
    iss: parameter('The issuer, if the DSP names it.'),
    error: parameter('Why there is no code.'),
  },
})
export type CallbackQuery = t.TypeOf<typeof CallbackQuery>

const names = ['state', 'code', 'iss', 'error'] as const

/** Parameters that no DSP answers with, but that people try who want the redirect to lead elsewhere. */
const addresses = [
  'auth_redirect_url',
  'callback',
  'continue',
  'data',
  'dest',
  'destination',
  'next',
  'redirect',
  'redirect_to',
  'redirect_uri',
  'redirect_url',
  'return',
  'returnTo',
  'return_to',
  'return_url',
  'target',
  'uri',
  'url',
] as const

const isRepeated = (query: CallbackQuery): boolean => names.some(name => Array.isArray(query[name]))

/** The states of a query; more than one if the parameter is repeated. */
export const statesIn = ({ state }: CallbackQuery): readonly string[] =>
  [state].flat().filter(value => typeof value === 'string')

/** RFC 6749, A.11 */
const isCode = (code: string): boolean => code.length <= longestCode && /^[\x20-\x7e]+$/.test(code)

/** What is wrong with an answer, or its code. `issuer`: what `iss` must be, if it is there. */
export const codeIn = (
  query: CallbackQuery,
  issuer: string | undefined,
): { readonly fault: ConsentFault } | { readonly code: string } => {
  const { code, iss, error } = query
  if (addresses.some(name => query[name] !== undefined)) return { fault: 'altered' }
  if (isRepeated(query)) return { fault: 'unreadable' }
  if (iss !== undefined && iss !== issuer) return { fault: 'issuer-wrong' }
  if (error !== undefined) return { fault: error === 'access_denied' ? 'refused-by-person' : 'refused-by-dsp' }
  if (typeof code !== 'string' || code === '') return { fault: 'code-missing' }
  return isCode(code) ? { code } : { fault: 'unreadable' }
}
