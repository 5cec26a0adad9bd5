/** The Ed25519 key pairs that sign seals of the log (ADR 0077). */
export type SealKeys = {
  /** SPKI (DER) in base64, the used one first; the others are accepted. */
  readonly publicKeys: readonly [string, ...string[]]
  /** The signature of a text under the used key, in base64. */
  sign(text: string): string
}
