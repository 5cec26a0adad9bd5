/**
 * Encryption, signatures and the secret store (ARCH-34). Events never contain credentials, only the ids of secrets.
 */
export type Secrets = PersonSecrets & {
  /** The ids of the keys that this process can open texts with, the current one first. */
  readonly keyIds: readonly string[]
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
  /** Whether a credential is in the store. */
  has(id: string): Promise<boolean>
  forget(id: string): Promise<void>
  /**
   * Decrypts every stored secret; `fault` is the reason if that fails. `person`: the key that an entry leads to from a mail address.
   * Never returns other plain text.
   */
  check(): AsyncIterable<CheckedSecret>
}

export type CheckedSecret = {
  readonly id: string
  readonly fault?: string
  readonly person?: { readonly accountId: string; readonly personId: string }
}

/**
 * Texts sealed under the data key of an account, or of a person in it (ARCH-14). A person is known by mail address, whose case does not
 * matter. Nodes cache a key for 5 s, so a destroyed one is usable elsewhere until then.
 */
export type PersonSecrets = {
  /** Seals what concerns no single person, under the account's key. */
  sealForAccount(accountId: string, plain: string): Promise<string>
  /** Opens a text under the account's key, or that of one of its persons. Undefined if the key was destroyed. */
  unsealForAccount(accountId: string, sealed: string): Promise<string | undefined>
  /** Erases everything that was sealed for the account and its persons. */
  destroyAccountKey(accountId: string): Promise<void>
  /** Seals a text about a person under the person's own key, which is made if there is none. */
  sealForPerson(accountId: string, address: string, plain: string): Promise<string>
  /** Seals a text about the person whose address is sealed; undefined if that address was erased. */
  sealBeside(accountId: string, sealedAddress: string, plain: string): Promise<string | undefined>
  /** The random id of a person's key, which is made if there is none. After an erasure the same address has another id. */
  personOf(accountId: string, address: string): Promise<string>
  /** That id; undefined if the person has no key. */
  findPerson(accountId: string, address: string): Promise<string | undefined>
  /** The id of the person whose key a text is sealed under; undefined for one under an account's key. */
  personIn(sealed: string): string | undefined
  /** Whether the key of this id is in the store, never from a cache. */
  hasPersonKey(accountId: string, personId: string): Promise<boolean>
  /** Erases what was sealed under this key. `address`: of its person. */
  destroyPersonKey(accountId: string, personId: string, address: string): Promise<void>
}
