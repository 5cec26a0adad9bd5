/**
 * Encryption, signatures and the secret store (ARCH-34). Events never contain credentials, only the ids of secrets.
 */
export type Secrets = {
  /**
   * Encrypts with AES-256-GCM under the current key, whose id is part of the sealed text. `context` is authenticated,
   * not stored.
   */
  seal(plain: string, context: string): string
  /** Throws if the text was altered, sealed for another context, or sealed under an unknown key. */
  unseal(sealed: string, context: string): string
  /** HMAC-SHA256 under the signing key that is used, base64url; for links, cursors and approval tokens. `purpose` separates uses. */
  sign(purpose: string, text: string): string
  /** Constant-time check of `sign`, under any accepted signing key. */
  verify(purpose: string, text: string, signature: string): boolean
  /** HMAC-SHA256 of an API key under the pepper that is used (KEYS-4). */
  hashApiKey(apiKey: string): string
  /** Whether a hash is that of an API key, under any accepted pepper. Takes the same time for every wrong key. */
  isApiKey(apiKey: string, hash: string): boolean
  /**
   * Seals and stores a credential, and returns its id. `uuid`: what the id is made of, so that a repeat of a command stores the credential
   * once; random by default.
   */
  store(plain: string, context: string, uuid?: string): Promise<string>
  load(id: string, context: string): Promise<string | undefined>
  forget(id: string): Promise<void>
  /**
   * Seals a mail address under its account's data key. Destroying that key erases every address of the account (design
   * 4).
   */
  sealForAccount(accountId: string, plain: string): Promise<string>
  /** Undefined if the account's data key was destroyed. */
  unsealForAccount(accountId: string, sealed: string): Promise<string | undefined>
  destroyAccountKey(accountId: string): Promise<void>
  /** Decrypts every stored secret; `fault` is the reason if that fails. Never returns plain text. */
  check(): AsyncIterable<{ readonly id: string; readonly fault?: string }>
}
