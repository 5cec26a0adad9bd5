import { readlinkSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Logger } from '../../../ports/logger.ts'
import type { RunAs } from './chromium-user.ts'
import { allProcesses, commandLineOf, endGroup, processAt, unlessGone } from './processes.ts'
import { isOurs, temporaryFolderFor, temporaryFolders, temporaryName } from './temporary.ts'

/** The folder of one run of Chromium; nothing in it is needed after the run. */
export type RunFolder = {
  readonly path: string
  readonly profile: string
  /** For temporary files. */
  readonly temporary: string
  remove(): Promise<void>
}

/** Chromium makes sockets in its temporary folder, and their paths may have 107 characters. */
const longest = 60
/** Process numbers mean something only in their own namespace: containers may share a temporary folder. */
const namespace = () => /\d+/.exec(unlessGone(() => readlinkSync('/proc/self/ns/pid')) ?? '')?.[0] ?? '0'
/** The names of run folders say whose they are: the namespace of processes, and the node with the time of its start. */
const prefix = () => `${temporaryName('run')}-${namespace()}-`
const profileIn = (path: string) => join(path, 'profile')

/** A new folder in the temporary folder of the system, for Chromium as this user; undefined: as the user of this process. */
export const makeRunFolder = async (user: RunAs | undefined): Promise<RunFolder> => {
  const name = `${prefix()}${process.pid}-${processAt(process.pid)?.startedAt ?? 0}.`
  const isShort = (folder: string) => join(folder, `${name}XXXXXX`, 'tmp').length <= longest
  const path = await mkdtemp(join(await temporaryFolderFor(user, isShort), name))
  // others may only pass through to their own folder
  if (user) await chmod(path, 0o711)
  const [profile, temporary] = [profileIn(path), join(path, 'tmp')]
  for (const folder of [profile, temporary]) {
    await mkdir(folder, { mode: 0o700 })
    if (user) await chown(folder, user.uid, user.gid)
  }
  return { path, profile, temporary, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) }
}

/** The node that made a folder has ended. */
const isLeft = (path: string): boolean => {
  const [pid, startedAt] = basename(path).slice(prefix().length).split(/[-.]/)
  return processAt(Number(pid))?.startedAt !== startedAt
}

/**
 * Removes the folders of nodes that ended without removing them, and ends their Chromium: one that is stopped or hangs does not end by itself
 * when its pipe closes. Never fails.
 */
export const sweepRunFolders = async (log: Logger): Promise<void> => {
  try {
    for (const folder of temporaryFolders())
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name)
        if (!name.startsWith(prefix()) || !isLeft(path) || !(await isOurs(path))) continue
        const usesIt = (pid: number) => commandLineOf(pid).includes(`--user-data-dir=${profileIn(path)}`)
        for (const { group } of allProcesses().filter(({ pid, group }) => pid === group && usesIt(pid))) endGroup(group)
        await rm(path, { recursive: true, force: true, maxRetries: 5 })
        log.info({ path }, 'the leftovers of a Chromium whose node had ended were removed')
      }
  } catch (err) {
    log.warn({ err }, 'leftover folders of Chromium could not be removed; the next start tries again')
  }
}
