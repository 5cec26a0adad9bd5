import { createPrivateKey, type KeyObject } from 'node:crypto'
import ssh2 from 'ssh2'
import { isCostlyKey, mostKeyBits } from '../fetcher/costly-key.ts'
import { NotFetched } from './fault.ts'

const refused = (detail: string): NotFetched => new NotFetched('login-refused', detail)
const formats = 'PEM (PKCS#1 or PKCS#8), OpenSSH or PuTTY format'
const unknown = `The private key cannot be read: it must be in ${formats}, with all of its lines.`
const encrypted = 'The private key is encrypted with a passphrase; send it without one.'
const publicGiven = 'urlConfig.privateKey is a public key; send the private key that belongs to it.'

const isPublicPem = (text: string): boolean => /-----BEGIN (?:RSA |EC |DSA )?PUBLIC KEY-----/.test(text)
const isEncryptedPem = (text: string): boolean =>
  text.includes('-----BEGIN ENCRYPTED PRIVATE KEY-----') || /^Proc-Type: 4,ENCRYPTED/m.test(text)

/** A string of the SSH protocol (RFC 4251): its length and its bytes. */
const sshString = (value: string | Uint8Array): Buffer => {
  const bytes = Buffer.from(value as string)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** An Ed25519 key as OpenSSH writes it (PROTOCOL.key), which is the only format of such keys that ssh2 reads; Node does not write it. */
const ed25519ForSsh = (key: KeyObject): string => {
  const { d = '', x = '' } = key.export({ format: 'jwk' })
  const [secret, open] = [Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]
  const publicKey = Buffer.concat([sshString('ssh-ed25519'), sshString(open)])
  const parts = [Buffer.alloc(8), publicKey, sshString(Buffer.concat([secret, open])), sshString('')]
  const unpadded = Buffer.concat(parts)
  const padding = Buffer.from([1, 2, 3, 4, 5, 6, 7]).subarray(0, (8 - (unpadded.length % 8)) % 8)
  const file = [
    Buffer.from('openssh-key-v1\0'),
    ...['none', 'none', ''].map(sshString),
    Buffer.from([0, 0, 0, 1]),
    sshString(publicKey),
    sshString(Buffer.concat([unpadded, padding])),
  ]
  const lines = Buffer.concat(file).toString('base64').replace(/.{70}/g, '$&\n').trimEnd()
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines}\n-----END OPENSSH PRIVATE KEY-----`
}

/** A key in PKCS#8, as OpenSSL 3 writes it, in a format that ssh2 reads. */
const fromPkcs8 = (text: string): string => {
  let key: KeyObject
  try {
    key = createPrivateKey(text)
  } catch {
    throw refused(unknown)
  }
  switch (key.asymmetricKeyType) {
    case 'rsa':
      return key.export({ type: 'pkcs1', format: 'pem' }).toString()
    case 'ec':
      return key.export({ type: 'sec1', format: 'pem' }).toString()
    case 'ed25519':
      return ed25519ForSsh(key)
    default:
      throw refused(`Private keys of type ${key.asymmetricKeyType} are not supported; use RSA, ECDSA or Ed25519.`)
  }
}

/** A customer's private key in a format that ssh2 reads. Throws NotFetched, which says what is wrong with it. */
export const sshKeyOf = (text: string): string => {
  if (isPublicPem(text)) throw refused(publicGiven)
  if (isEncryptedPem(text)) throw refused(encrypted)
  const key = text.includes('-----BEGIN PRIVATE KEY-----') ? fromPkcs8(text) : text
  const parsed = ssh2.utils.parseKey(key)
  if (parsed instanceof Error) throw refused(/encrypted|passphrase/i.test(parsed.message) ? encrypted : unknown)
  if (!parsed.isPrivateKey()) throw refused(publicGiven)
  if (isCostlyKey(parsed.getPrivatePEM())) throw refused(`Private keys of more than ${mostKeyBits} bits are refused.`)
  return key
}
