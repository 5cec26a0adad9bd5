/** Sealing, signing and the store of secrets (design 8). Credentials never stand in events: events carry a secret's id. */
export type Secrets = {
  /** AES-256-GCM under the current key; the key's id is in the sealed text. `context` is authenticated, not stored. */
  seal(plain: string, context: string): string
  /** Throws when the text was altered, sealed for another context, or under an unknown key. */
  unseal(sealed: string, context: string): string
  /** HMAC-SHA256 under the signing key, base64url; for links, cursors and approval tokens. `purpose` keeps uses apart. */
  sign(purpose: string, text: string): string
  /** Constant-time check of `sign`. */
  verify(purpose: string, text: string, signature: string): boolean
  /** HMAC-SHA256 of an API key under the pepper, hex (decision 15). */
  hashApiKey(apiKey: string): string
  /** Stores a credential sealed and answers its id. */
  store(plain: string, context: string): Promise<string>
  load(id: string, context: string): Promise<string | undefined>
  forget(id: string): Promise<void>
  /**
   * Seals a mail address under the data key of its account; destroying that key erases every address (design 4).
   * Synchronous after the account's key was loaded by `openAccount`.
   */
  sealForAccount(accountId: string, plain: string): Promise<string>
  /** Undefined when the account's data key was destroyed. */
  unsealForAccount(accountId: string, sealed: string): Promise<string | undefined>
  destroyAccountKey(accountId: string): Promise<void>
  /** Opens everything that is stored; `fault` says why one cannot be opened. Nothing that was sealed is handed out. */
  check(): AsyncIterable<{ readonly id: string; readonly fault?: string }>
}
