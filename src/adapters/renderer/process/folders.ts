import { chmod, chown, mkdir, mkdtemp, readdir, realpath, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '../../../ports/logger.ts'
import { sweepFonts } from './fonts.ts'
import { isOurs, temporaryName } from './once-per-machine.ts'
import { type Owner, ownerHere, type ProcessRef } from './owner.ts'
import { canEnter, type RunAs } from './run-as.ts'
import { sweepFolders } from './sweep-folders.ts'
import { temporaryFolders, temporaryFor } from './temporary.ts'
import { sweepUnpacked } from './unpack.ts'

/** The folder of one run of Chromium; nothing in it is needed after the run. */
export type RunFolder = {
  readonly path: string
  readonly profile: string
  /** For temporary files. */
  readonly temporary: string
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

const isShort = (run: string): boolean => join(run, 'tmp').length <= longestTemporary
const outsideName = temporaryName('chromium-runs')

/** Makes a folder unless something is there. */
const made = (folder: string): Promise<void> =>
  mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })

/**
 * The folders of Chromium, below `DATA_DIR/chromium`. A user who may not enter DATA_DIR has them in the temporary folder
 * of the system; temporary files are there, too, where the path of DATA_DIR is long. They are swept at the start and every hour.
 */
export const openChromiumFolders = async (dataDir: string, log: Logger): Promise<ChromiumFolders> => {
  const own = join(dataDir, 'chromium')
  /** For when somebody else has taken the usual name, by that. */
  const otherNames = new Map<string, string>()

  /** Other users may only pass through to their own folder. */
  const openedFor = async (base: string, user: RunAs | undefined): Promise<string> => {
    await chmod(base, user ? 0o711 : 0o700)
    return base
  }
  const inData = async (user: RunAs | undefined): Promise<string> => {
    await mkdir(own, { recursive: true })
    // the operator may have put it elsewhere by a link
    if (!(await isOurs(await realpath(own)))) throw new Error(`${own} belongs to another user: remove it`)
    return openedFor(own, user)
  }
  const outside = async (user: RunAs | undefined): Promise<string> => {
    const usual = join(
      await temporaryFor(user, folder => isShort(join(folder, `${outsideName}.XXXXXX`, 'run-XXXXXX'))),
      outsideName,
    )
    await made(usual)
    if (await isOurs(usual)) return openedFor(usual, user)
    const other = otherNames.get(usual)
    if (other !== undefined && (await isOurs(other))) return openedFor(other, user)
    const fresh = await mkdtemp(`${usual}.`)
    otherNames.set(usual, fresh)
    return openedFor(fresh, user)
  }
  const runIn = async (base: string, user: RunAs | undefined): Promise<string> => {
    const path = await mkdtemp(join(base, 'run-'))
    if (user) await chmod(path, 0o711)
    return path
  }
  const sweepOutside = async (folder: string): Promise<void> => {
    for (const name of await readdir(folder).catch(() => [])) {
      const base = join(folder, name)
      const isOther = name.startsWith(`${outsideName}.`)
      if (!(name === outsideName || isOther) || !(await isOurs(base))) continue
      await sweepFolders(base, log)
      // it stays while it holds the folder of a run
      if (isOther && ![...otherNames.values()].includes(base)) await rmdir(base).catch(() => undefined)
    }
  }
  const sweep = async (): Promise<void> => {
    try {
      if (await isOurs(await realpath(own).catch(() => own))) await sweepFolders(own, log)
      for (const folder of temporaryFolders()) await sweepOutside(folder)
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
      const path = await runIn(
        user && !(await canEnter(user, dataDir)) ? await outside(user) : await inData(user),
        user,
      )
      const short = isShort(path) ? path : await runIn(await outside(user), user)
      const [profile, temporary] = [join(path, 'profile'), join(short, 'tmp')]
      for (const folder of new Set([profile, join(path, 'tmp'), temporary])) {
        await mkdir(folder, { mode: 0o700 })
        if (user) await chown(folder, user.uid, user.gid)
      }
      const runs = [...new Set([path, short])]
      const note = async (owner: Owner) => {
        for (const run of runs) await writeFile(join(run, 'owner.json'), JSON.stringify(owner), { mode: 0o600 })
      }
      await note(ownerHere())
      return {
        path,
        profile,
        temporary,
        started: (chromium, executable) => note({ ...ownerHere(), chromium, executable }),
        async remove() {
          for (const run of runs) await rm(run, { recursive: true, force: true, maxRetries: 5 })
        },
      }
    },
    sweep,
    close: () => clearInterval(timer),
  }
}
