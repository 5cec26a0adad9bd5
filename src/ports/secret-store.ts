/** The store of sealed secrets. Its contents cannot be read without SECRETS_KEY. */
export type SecretStore = {
  get(id: string): Promise<string | undefined>
  /**
   * Stores the secret unless the id exists, and returns the stored one, so that two nodes that create the same secret
   * agree.
   */
  put(id: string, sealed: string): Promise<string>
  /** Replaces a secret if it is still `from`; false if it was changed or deleted meanwhile. */
  replace(id: string, from: string, to: string): Promise<boolean>
  delete(id: string): Promise<void>
  /** All secrets in no particular order, for checks and for sealing them again. */
  list(): AsyncIterable<{ readonly id: string; readonly sealed: string }>
}
