import { createHash } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const form = /^svc_([A-Za-z0-9]{8})_([A-Za-z0-9]{43})_([A-Za-z0-9]{6})$/

/** Uniformly distributed characters from random bytes; bytes that would cause a bias are skipped. */
const characters = (count: number, randomBytes: (n: number) => Uint8Array): string => {
  const limit = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < count)
    for (const byte of randomBytes(count))
      if (byte < limit && text.length < count) text += alphabet[byte % alphabet.length]
  return text
}

const checksum = (id: string, secret: string): string => {
  const digest = createHash('sha256').update(`${id}_${secret}`).digest()
  return Array.from(digest.subarray(0, 6), byte => alphabet[byte % alphabet.length]).join('')
}

/** The id of the key that a command issues: it follows from the id of the command, and is as public as that (ADR 0035). */
export const keyIdOf = (commandId: string): string => {
  let block = 0
  return characters(8, () => createHash('sha256').update(`key id\n${commandId}\n${block++}`).digest())
}

/** Creates a key: `svc_<8 id>_<43 random>_<6 checksum>`, shown only once (KEYS-4). `randomBytes` must be secure. */
export const makeApiKey = (
  randomBytes: (n: number) => Uint8Array,
  keyId: string = characters(8, randomBytes),
): { readonly keyId: string; readonly text: string } => {
  const secret = characters(43, randomBytes)
  return { keyId, text: `svc_${keyId}_${secret}_${checksum(keyId, secret)}` }
}

/** The id in a key's text; undefined if the text is malformed or the checksum does not match. */
export const parseApiKey = (text: string): { readonly keyId: string } | undefined => {
  const [, keyId = '', secret = '', check] = form.exec(text) ?? []
  return check !== undefined && check === checksum(keyId, secret) ? { keyId } : undefined
}
