import { open } from 'node:fs/promises'
import type { BrandFault } from '../../ports/brand-reader.ts'
import { checkHeader, headerBytes } from './psd/psd-header.ts'
import { kindOf } from './source-kind.ts'
import { faultOf, Unreadable } from './unreadable.ts'

const beginningOf = async (path: string): Promise<Buffer> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4_096), 0, 4_096, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * Why a ZIP or a PSD could not be read, as far as its directory or header says so; the same checks are made again when it is read. It unpacks no
 * more than 64 MiB of a ZIP, and the first bytes of its other entries, of which there are at most 1,000. undefined: nothing is known against the file.
 */
export const checkFile = async (path: string): Promise<BrandFault | undefined> => {
  try {
    const beginning = await beginningOf(path)
    const kind = kindOf(beginning)
    if (kind === 'psd') checkHeader(beginning.subarray(0, headerBytes))
    // the library is loaded when it is first wanted
    if (kind === 'zip') await (await import('./pictures/unzip.ts')).checkZip(path)
    return undefined
  } catch (error) {
    if (error instanceof Unreadable) return faultOf(error)
    throw error
  }
}
