import { X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { Fault } from '../../audit/verify/fault.ts'
import type { TimeStamp } from '../../ports/time-stamps.ts'
import { stampFile } from '../seal/time-stamp.ts'
import { UserError } from '../user-error.ts'
import { exitCodes } from '../wrong-use.ts'
import { bytesOf } from './read-seals.ts'

/** What is around a certificate in a PEM file. A pattern of both would take a third of the time of `npm run check`. */
const [begin, end] = ['-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----']

/** The certificates of a PEM file (DER), which vouch for authorities. Throws a UserError if it has none. */
const certificatesOf = async (file: string): Promise<readonly Uint8Array[]> => {
  const blocks = (await bytesOf(file)).toString().split(begin).slice(1)
  try {
    const certificates = blocks.filter(rest => rest.includes(end)).map(rest => new X509Certificate(begin + rest).raw)
    if (certificates.length > 0) return certificates
  } catch {
    // reported below
  }
  throw new UserError(`${file}: has no certificate of a time-stamp authority`, { exitCode: exitCodes.wrongUse })
}

const responseOf = async (file: string): Promise<Buffer | undefined> => (existsSync(file) ? bytesOf(file) : undefined)

/** The time stamps beside seals, by the file of the seal, and what is wrong with them. */
export type CheckedStamps = { readonly stamps: ReadonlyMap<string, TimeStamp>; readonly faults: readonly Fault[] }

/**
 * Checks the time stamps beside the files of seals. `authorities`: a PEM file with the certificates that must vouch for them, and then each
 * seal must have one; without it, a stamp only has to match.
 */
export const checkStamps = async (
  files: readonly string[],
  authorities: string | undefined,
): Promise<CheckedStamps> => {
  if (files.length === 0) return { stamps: new Map(), faults: [] }
  const trusted = authorities === undefined ? undefined : await certificatesOf(authorities)
  const { rfc3161 } = await import('../../adapters/time-stamps/rfc3161.ts')
  const stamps = new Map<string, TimeStamp>()
  const faults: Fault[] = []
  for (const file of files) {
    const response = await responseOf(stampFile(file))
    const fault = (detail: string) => faults.push({ kind: 'seal', where: stampFile(file), detail })
    if (response === undefined) {
      if (trusted !== undefined) fault('is missing: the seal has no time stamp')
      continue
    }
    const stamp = await rfc3161.check(response, await bytesOf(file), { trusted })
    if ('fault' in stamp) fault(`is no time stamp of the seal: ${stamp.fault}`)
    else stamps.set(file, stamp)
  }
  return { stamps, faults }
}
