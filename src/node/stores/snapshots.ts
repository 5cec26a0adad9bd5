import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openSnapshots } from '../../adapters/snapshots/folder.ts'
import type { Snapshots } from '../../ports/snapshots.ts'
import { lazilyOpened } from '../lazily-opened.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** What a folded state follows from: the rules, their codecs, how they are folded and written, and the versions of libraries. */
const code = ['package.json', 'src/domain', 'src/codec', 'src/engine/write', 'src/adapters/snapshots']
const maxBytes = 1_073_741_824

const filesOf = async (path: string): Promise<readonly string[]> => {
  if (path.endsWith('.json')) return [path]
  const entries = await readdir(join(root, path), { withFileTypes: true, recursive: true })
  return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name).slice(root.length))
}

/** A hash over the code that folds events, so that no other code uses its states. */
export const codeFingerprint = async (): Promise<string> => {
  const paths = (await Promise.all(code.map(filesOf))).flat().sort()
  const hash = createHash('sha256')
  for (const path of paths) hash.update(`${path}\n`).update(await readFile(join(root, path)))
  return hash.digest('hex')
}

/**
 * The snapshots of a node, in its DATA_DIR whichever stores it uses. The folder is opened with the first long stream, but the code
 * is read now: an upgrade may replace the files of a running node.
 */
export const nodeSnapshots = (dataDir: string, logId: string): Snapshots => {
  const reading = codeFingerprint()
  // a failure is reported when it is needed
  reading.catch(() => undefined)
  return lazilyOpened<Snapshots>(['read', 'write'], async () =>
    openSnapshots({ folder: join(dataDir, 'snapshots'), logId, fingerprint: await reading, maxBytes }),
  )
}
