/** The prefix of the ids of credentials; other ids are those of the service's own values. */
export const credentialPrefix = 'secret:'

/**
 * The context is stored with the sealed text, so that a check can open it: it is not secret, and it cannot be changed.
 */
export const withContext = (sealed: string, context: string): string =>
  `${sealed} ${Buffer.from(context).toString('base64url')}`

/** A stored text and its context; the service's own values use their id as context. */
export const contextOf = (id: string, stored: string): { readonly sealed: string; readonly context: string } => {
  if (!id.startsWith(credentialPrefix)) return { sealed: stored, context: id }
  const [sealed = '', context = ''] = stored.split(' ')
  return { sealed, context: Buffer.from(context, 'base64url').toString() }
}

/** The stored form of a text sealed again, as `contextOf` reads it. */
export const storedAs = (id: string, sealed: string, context: string): string =>
  id.startsWith(credentialPrefix) ? withContext(sealed, context) : sealed
