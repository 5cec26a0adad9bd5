import * as E from 'fp-ts/lib/Either.js'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import type { Secrets } from '../ports/secrets.ts'

const purpose = 'signed-url'
const hour = 3_600

/**
 * A path with its expiry and signature. The expiry is rounded up to the full hour so that repeated responses are identical
 * (EXPORT-10). `path` has no query.
 */
export const signUrl = (secrets: Pick<Secrets, 'sign'>, path: string, now: Date, ttlSeconds = 86_400): string => {
  const expires = Math.ceil((now.getTime() / 1000 + ttlSeconds) / hour) * hour
  return signUntil(secrets, path, String(expires))
}

/** A path that is valid until `expires`, in seconds since 1970: as long as another link, which leads to it. */
export const signUntil = (secrets: Pick<Secrets, 'sign'>, path: string, expires: string): string =>
  `${path}?expires=${expires}&signature=${secrets.sign(purpose, `${path}?${expires}`)}`

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

/** Refuses a path that was not signed here, or whose time is over; `expired` says what to do then. */
export const mustBeSigned = (
  expired: string,
  ...signed: Parameters<typeof checkSignedUrl>
): E.Either<Rejection, void> => {
  switch (checkSignedUrl(...signed)) {
    case 'ok':
      return E.right(undefined)
    case 'expired':
      return E.left(rejection('link-expired', expired))
    case 'forged':
      return E.left(rejection('link-invalid', 'The signature of this link is not valid.'))
  }
}
