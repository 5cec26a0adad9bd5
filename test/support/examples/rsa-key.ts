import { createPrivateKey } from 'node:crypto'

const number = (bytes: number): string => Buffer.alloc(bytes, 0xff).toString('base64url')

/** An RSA key in PEM of so many bits. Its numbers are no primes: to find some takes long. */
export const rsaKeyOf = (bits: number): string => {
  const [whole, half] = [number(bits / 8), number(bits / 16)]
  const jwk = { kty: 'RSA', n: whole, e: 'AQAB', d: whole, p: half, q: half, dp: half, dq: half, qi: half }
  return createPrivateKey({ format: 'jwk', key: jwk }).export({ format: 'pem', type: 'pkcs1' }).toString()
}
