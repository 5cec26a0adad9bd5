import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { type ExtractedFile, Manifest } from '../../audit/extract/manifest.ts'
import { UserError } from '../user-error.ts'
import { exitCodes } from '../wrong-use.ts'

/** A manifest has 150 bytes a file; an event has at most a megabyte of JSON. */
const maxManifestBytes = 256_000_000
const maxLineChars = 4_000_000
const bytesAtOnce = 262_144

/** The manifest of an extract. Throws a UserError if the folder has none. */
export const readManifest = async (folder: string): Promise<Manifest> => {
  const refused = (why: string) =>
    new UserError(`${join(folder, 'manifest.json')}: ${why}`, { exitCode: exitCodes.wrongUse })
  const path = join(folder, 'manifest.json')
  try {
    if ((await stat(path)).size > maxManifestBytes) throw new Error('is too large')
    const manifest = Manifest.decode(JSON.parse(await readFile(path, 'utf8')))
    if (E.isRight(manifest)) return manifest.right
  } catch (error) {
    throw refused(error instanceof SyntaxError ? 'is not JSON' : error instanceof Error ? error.message : 'unreadable')
  }
  throw refused('is not the manifest of an extract')
}

/** The lines of a file of an extract, those of a few hundred kilobytes at a time. Throws on a line that no extract has. */
export const linesOf = async function* (folder: string, path: string): AsyncGenerator<readonly string[]> {
  let rest = ''
  for await (const chunk of createReadStream(join(folder, path), { encoding: 'utf8', highWaterMark: bytesAtOnce })) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield lines
    if (rest.length > maxLineChars) throw new Error(`${path} has a line of more than ${maxLineChars} characters`)
  }
  if (rest !== '') yield [rest]
}

/** Why a file does not match the manifest; undefined if it does. */
export const fileFault = async (folder: string, { path, size, sha256 }: ExtractedFile): Promise<string | undefined> => {
  const hash = createHash('sha256')
  try {
    if ((await stat(join(folder, path))).size !== size) return 'was changed: it has another size'
    const bytes = createReadStream(join(folder, path), { highWaterMark: bytesAtOnce })
    for await (const chunk of bytes) hash.update(chunk)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'is missing' : 'cannot be read'
  }
  return hash.digest('hex') === sha256 ? undefined : 'was changed: it does not have its hash'
}

/** Files in the folder that the manifest does not name. */
export const extraFiles = async (folder: string, { files }: Manifest): Promise<readonly string[]> => {
  const named = new Set(['manifest.json', ...files.map(({ path }) => path)])
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found
    .filter(entry => !entry.isDirectory())
    .map(entry => join(entry.parentPath, entry.name).slice(join(folder, '/').length))
    .filter(path => !named.has(path))
}
