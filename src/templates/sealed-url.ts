import type { Secrets } from '../ports/secrets.ts'

/**
 * An address that was sent, sealed for events: it may have a signature or a token in it. It is encoded first, so that no part of it is shown
 * where histories mask what is sealed like a mail address.
 */
export const sealed = (secrets: Pick<Secrets, 'sealForAccount'>, accountId: string, url: string): Promise<string> =>
  secrets.sealForAccount(accountId, encodeURIComponent(url))

/** The address; undefined if the account's key was destroyed. */
export const opened = async (
  secrets: Pick<Secrets, 'unsealForAccount'>,
  accountId: string,
  sealedUrl: string,
): Promise<string | undefined> => {
  const encoded = await secrets.unsealForAccount(accountId, sealedUrl)
  return encoded === undefined ? undefined : decodeURIComponent(encoded)
}
