import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from '../../../ports/logger.ts'
import { sweepFonts } from './fonts.ts'
import { isOurs } from './once-per-machine.ts'
import { type Owner, ownerHere, type ProcessRef } from './owner.ts'
import { canEnter, type RunAs } from './run-as.ts'
import { sweepFolders } from './sweep-folders.ts'
import { sweepUnpacked } from './unpack.ts'

/** The folder of one run of Chromium; nothing in it is needed after the run. */
export type RunFolder = {
  readonly path: string
  readonly profile: string
  /** For temporary files; undefined: the system's folder, because the names of sockets in this one would be too long. */
  readonly temporary: string | undefined
  /** Notes the process that uses the folder, so that a sweep can end it when its node is gone. */
  started(chromium: ProcessRef, executable: string): Promise<void>
  remove(): Promise<void>
}

export type ChromiumFolders = {
  /** For Chromium as this user; undefined: as the user of this process. */
  make(user: RunAs | undefined): Promise<RunFolder>
  /** Removes folders of nodes that ended without removing them, and ends what still runs of their Chromium. Never fails. */
  sweep(): Promise<void>
  close(): void
}

const hourMs = 3_600_000
/** Chromium makes sockets in its temporary folder, and their paths may have 107 characters. */
const longestTemporary = 60

/**
 * The folders of Chromium, below `DATA_DIR/chromium`. A user who may not enter DATA_DIR has them in the temporary folder
 * of the system. They are swept at the start and every hour.
 */
export const openChromiumFolders = async (dataDir: string, log: Logger): Promise<ChromiumFolders> => {
  const own = join(dataDir, 'chromium')
  const outside = join(tmpdir(), `endcap-chromium-runs-${process.getuid?.() ?? 0}`)

  /** Other users may only pass through to their own folder. */
  const baseAt = async (folder: string, user: RunAs | undefined): Promise<string> => {
    await mkdir(folder, { recursive: true })
    if (!(await isOurs(folder))) throw new Error(`${folder} belongs to another user: remove it`)
    await chmod(folder, user ? 0o711 : 0o700)
    return folder
  }
  const baseFor = async (user: RunAs | undefined): Promise<string> =>
    baseAt(user && !(await canEnter(user, dataDir)) ? outside : own, user)
  const sweep = async (): Promise<void> => {
    try {
      for (const base of [own, outside]) if (await isOurs(base)) await sweepFolders(base, log)
      await sweepUnpacked()
      await sweepFonts()
    } catch (err) {
      log.warn({ err }, 'leftover folders of Chromium could not be removed; retrying in an hour')
    }
  }
  await sweep()
  const timer = setInterval(sweep, hourMs)
  timer.unref()
  return {
    async make(user) {
      const path = await mkdtemp(join(await baseFor(user), 'run-'))
      if (user) await chmod(path, 0o711)
      const [profile, temporary] = [join(path, 'profile'), join(path, 'tmp')]
      for (const folder of [profile, temporary]) {
        await mkdir(folder, { mode: 0o700 })
        if (user) await chown(folder, user.uid, user.gid)
      }
      const note = (owner: Owner) => writeFile(join(path, 'owner.json'), JSON.stringify(owner), { mode: 0o600 })
      await note(ownerHere())
      return {
        path,
        profile,
        temporary: temporary.length > longestTemporary ? undefined : temporary,
        started: (chromium, executable) => note({ ...ownerHere(), chromium, executable }),
        remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }),
      }
    },
    sweep,
    close: () => clearInterval(timer),
  }
}
