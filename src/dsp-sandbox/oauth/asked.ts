import type { Query } from '../api/paging.ts'
import { parameter } from '../api/paging.ts'
import type { SandboxOptions } from '../sandbox.ts'

export const scope = 'https://www.googleapis.com/auth/display-video'
const names = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'access_type',
] as const

/** A request for consent. `fields`: as it was sent, for the form. */
export type Asked = {
  readonly redirectUri: string
  readonly state: string
  readonly challenge: string | undefined
  /** Whether a refresh token is asked for. */
  readonly isOffline: boolean
  readonly fields: Readonly<Record<string, string>>
}

const isWeb = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

/**
 * A request for consent, or why it is invalid. https://developers.google.com/identity/protocols/oauth2/web-server
 */
export const askedFor = (query: Query, { clientId, redirectUris }: SandboxOptions): Asked | string => {
  const fields = Object.fromEntries(
    names.flatMap(name => {
      const value = parameter(query, name)
      return value === undefined ? [] : [[name, value.slice(0, 2_000)]]
    }),
  )
  const redirectUri = fields.redirect_uri ?? ''
  if (fields.client_id !== clientId) return 'invalid_client: The OAuth client was not found.'
  if (!isWeb(redirectUri) || (redirectUris.length > 0 && !redirectUris.includes(redirectUri)))
    return 'redirect_uri_mismatch: The address to return to is not registered.'
  if (fields.response_type !== 'code') return 'unsupported_response_type: The response type must be code.'
  if (!fields.scope?.split(' ').includes(scope)) return 'invalid_scope: The scope of Display & Video 360 is missing.'
  const challenge = fields.code_challenge
  if (challenge !== undefined && (fields.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(challenge)))
    return 'invalid_request: The code challenge is invalid.'
  return { redirectUri, state: fields.state ?? '', challenge, isOffline: fields.access_type === 'offline', fields }
}

/** The address to which a person returns. */
export const returnTo = ({ redirectUri, state }: Asked, answer: Readonly<Record<string, string>>): string => {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries({ state, ...answer })) url.searchParams.set(name, value)
  return url.href
}
