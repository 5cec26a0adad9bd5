import { createPublicKey } from 'node:crypto'
import { open } from 'node:fs/promises'
import * as E from 'fp-ts/lib/Either.js'
import { Seal } from '../../audit/seal.ts'
import type { NamedSeal } from '../../audit/verify/seals.ts'
import { UserError } from '../user-error.ts'
import { exitCodes } from '../wrong-use.ts'

/** A seal has 500 bytes, a public key 113. */
const maxBytes = 65_536

const refused = (file: string, why: string): UserError =>
  new UserError(`${file}: ${why}`, { exitCode: exitCodes.wrongUse })

const textOf = async (file: string): Promise<string> => {
  try {
    await using handle = await open(file)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxBytes + 1), 0, maxBytes + 1)
    if (bytesRead > maxBytes) throw new Error('is too large')
    return buffer.toString('utf8', 0, bytesRead)
  } catch (error) {
    throw refused(file, error instanceof Error ? error.message : 'cannot be read')
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The seals in files. Throws a UserError for a file that is no seal. */
export const readSeals = async (files: readonly string[]): Promise<readonly NamedSeal[]> => {
  const seals: NamedSeal[] = []
  for (const file of files) {
    const seal = Seal.decode(parsed(await textOf(file)))
    if (E.isLeft(seal)) throw refused(file, 'is not a seal; endcap seal makes one')
    seals.push({ file, seal: seal.right })
  }
  return seals
}

/** The public keys of a PEM file, as SPKI (DER) in base64. */
export const readPublicKeys = async (file: string): Promise<readonly string[]> => {
  const blocks = (await textOf(file)).match(/-----BEGIN PUBLIC KEY-----[^-]*-----END PUBLIC KEY-----/g) ?? []
  try {
    const keys = blocks.map(pem => createPublicKey(pem).export({ format: 'der', type: 'spki' }).toString('base64'))
    if (keys.length > 0) return keys
  } catch {
    // reported below
  }
  throw refused(file, 'has no public key; endcap secrets public-key prints them')
}
