import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { ExtractedFile } from '../../audit/extract/manifest.ts'
import { UserError } from '../user-error.ts'
import { exitCodes } from '../wrong-use.ts'

/** Creates the folder of an extract. Throws a UserError unless it is new or empty. */
export const newFolder = async (folder: string): Promise<void> => {
  const found = await mkdir(join(folder), { recursive: true, mode: 0o700 })
    .then(() => readdir(folder))
    .catch((error: Error) => {
      throw new UserError(`${folder} cannot be used: ${error.message}`, { exitCode: exitCodes.wrongUse })
    })
  if (found.length > 0)
    throw new UserError(`${folder} is not empty: an extract needs an empty folder`, { exitCode: exitCodes.wrongUse })
  await mkdir(join(folder, 'files'))
}

/** Characters of lines that are written together. */
const atOnce = 262_144

/** Bytes of a file that wait to be written, so that lines are made meanwhile. */
const bufferBytes = 4 * atOnce

/** Writes a file of an extract, and counts and hashes its bytes. */
export const newFile = (folder: string, path: string) => {
  const out = createWriteStream(join(folder, path), {
    flags: 'wx',
    mode: 0o600,
    flush: true,
    highWaterMark: bufferBytes,
  })
  const hash = createHash('sha256')
  let size = 0
  // a failure is thrown by the next write, or by the end
  out.on('error', () => undefined)
  const write = async (bytes: Buffer): Promise<void> => {
    hash.update(bytes)
    size += bytes.length
    if (out.errored) throw out.errored
    if (!out.write(bytes)) await new Promise<void>(resolve => out.once('drain', resolve).once('error', () => resolve()))
  }
  let lines = ''
  const writeLines = async (): Promise<void> => {
    const text = lines
    lines = ''
    if (text !== '') await write(Buffer.from(text))
  }
  return {
    write,
    /** Writes lines, with others; a file has either lines or bytes. */
    lines: async (texts: readonly string[]): Promise<void> => {
      if (texts.length > 0) lines += `${texts.join('\n')}\n`
      if (lines.length >= atOnce) await writeLines()
    },
    async end(): Promise<ExtractedFile> {
      await writeLines()
      out.end()
      await finished(out)
      return { path, size, sha256: hash.digest('hex') }
    },
  }
}

/** Writes the bytes of a stream to a file of an extract. */
export const copied = async (folder: string, path: string, body: Readable): Promise<ExtractedFile> => {
  const file = newFile(folder, path)
  for await (const chunk of body) await file.write(chunk)
  return file.end()
}

/** Writes the manifest, which makes the extract whole. */
export const writeManifest = async (folder: string, manifest: object): Promise<void> => {
  const handle = await open(join(folder, 'manifest.json'), 'wx', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(manifest, null, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
