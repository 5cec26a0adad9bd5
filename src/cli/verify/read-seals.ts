import { createPublicKey } from 'node:crypto'
import { open } from 'node:fs/promises'
import * as E from 'fp-ts/lib/Either.js'
import { Seal } from '../../audit/seal.ts'
import type { NamedSeal } from '../../audit/verify/seals.ts'
import { UserError } from '../user-error.ts'
import { exitCodes } from '../wrong-use.ts'

/** A seal has 500 bytes, a public key 113, a time stamp some thousand. */
const maxBytes = 65_536

const refused = (file: string, why: string): UserError =>
  new UserError(`${file}: ${why}`, { exitCode: exitCodes.wrongUse })

/** The bytes of a small file. Throws a UserError if it cannot be read, or is too large. */
export const bytesOf = async (file: string): Promise<Buffer> => {
  try {
    await using handle = await open(file)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxBytes + 1), 0, maxBytes + 1)
    if (bytesRead > maxBytes) throw new Error('is too large')
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    throw refused(file, error instanceof Error ? error.message : 'cannot be read')
  }
}

const textOf = async (file: string): Promise<string> => (await bytesOf(file)).toString()

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

const spki = { format: 'der', type: 'spki' } as const

/** The public keys of a PEM file, as SPKI (DER) in base64. */
export const readPublicKeys = async (file: string): Promise<readonly string[]> => {
  const blocks = (await textOf(file)).matchAll(/BEGIN PUBLIC KEY-----([^-]+)-/g)
  const ders = Array.from(blocks, ([, base64 = '']) => Buffer.from(base64, 'base64'))
  try {
    const keys = ders.map(key =>
      createPublicKey({ key, ...spki })
        .export(spki)
        .toString('base64'),
    )
    if (keys.length > 0) return keys
  } catch {
    // reported below
  }
  throw refused(file, 'has no public key; endcap secrets public-key prints them')
}
