import type { Secrets } from '../ports/secrets.ts'

const purpose = 'signed-url'
const hour = 3_600

/**
 * A path with its expiry and signature. The expiry is rounded up to the full hour so that repeated responses are identical
 * (decision 26). `path` has no query.
 */
export const signUrl = (secrets: Pick<Secrets, 'sign'>, path: string, now: Date, ttlSeconds = 86_400): string => {
  const expires = Math.ceil((now.getTime() / 1000 + ttlSeconds) / hour) * hour
  return `${path}?expires=${expires}&signature=${secrets.sign(purpose, `${path}?${expires}`)}`
}

/** Checks the signature and expiry of a path. */
export const checkSignedUrl = (
  secrets: Pick<Secrets, 'verify'>,
  path: string,
  query: { readonly expires?: string | undefined; readonly signature?: string | undefined },
  now: Date,
): 'ok' | 'expired' | 'forged' => {
  const { expires = '', signature = '' } = query
  if (!/^\d{1,12}$/.test(expires) || !secrets.verify(purpose, `${path}?${expires}`, signature)) return 'forged'
  return Number(expires) * 1000 > now.getTime() ? 'ok' : 'expired'
}
