import { createPrivateKey } from 'node:crypto'

/** Bits of the modulus of a key. */
export const mostKeyBits = 4_096

/**
 * Whether a customer's private key takes too long to sign with, on the thread that answers: the time grows with the cube of its modulus.
 * Throws if it is no unencrypted private key in PEM.
 */
export const isCostlyKey = (pem: string): boolean =>
  (createPrivateKey(pem).asymmetricKeyDetails?.modulusLength ?? 0) > mostKeyBits
