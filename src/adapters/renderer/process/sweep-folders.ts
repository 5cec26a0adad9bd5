import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '../../../ports/logger.ts'
import { lifeOf, type Owner, parseOwner } from './owner.ts'
import { allProcesses, commandLineOf, endProcess, processAt } from './processes.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const unlessMissing = (error: unknown): undefined => {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}

/** Processes end by themselves when their pipe closes, but not one that is stopped or hangs. */
const leftBehind = ({ chromium, executable }: Owner): readonly number[] => {
  if (chromium === undefined) return []
  const { pid, startedAt } = chromium
  const all = allProcesses().filter(p => p.group === pid)
  // the number of a process is not used again while its group exists
  return processAt(pid)?.startedAt === startedAt
    ? all.map(p => p.pid)
    : all.filter(p => commandLineOf(p.pid)[0] === executable).map(p => p.pid)
}

/** What to do with the folder of a run. Owners in other containers touch their folders every hour. */
const verdictOn = (owner: Owner | undefined, ageMs: number): 'keep' | 'touch' | 'remove' => {
  if (owner === undefined) return ageMs > hourMs ? 'remove' : 'keep'
  const life = lifeOf(owner)
  if (life === 'dead') return 'remove'
  if (life === 'unknown') return ageMs > dayMs ? 'remove' : 'keep'
  return owner.node.pid === process.pid ? 'touch' : 'keep'
}

const sweepOne = async (path: string, log: Logger): Promise<void> => {
  const info = await stat(path).catch(unlessMissing)
  if (info === undefined) return
  const text = await readFile(join(path, 'owner.json'), 'utf8').catch(unlessMissing)
  const owner = text === undefined ? undefined : parseOwner(text)
  const verdict = verdictOn(owner, Date.now() - info.mtimeMs)
  if (verdict === 'touch') await utimes(path, new Date(), new Date()).catch(unlessMissing)
  if (verdict !== 'remove') return
  const processes = owner && lifeOf(owner) === 'dead' ? leftBehind(owner) : []
  for (const pid of processes) endProcess(pid)
  await rm(path, { recursive: true, force: true, maxRetries: 5 })
  log.info({ processes: processes.length }, 'the leftovers of a Chromium whose node had ended were removed')
}

/** Removes the folders of runs below `base` whose node is gone, with the processes that still use them. */
export const sweepFolders = async (base: string, log: Logger): Promise<void> => {
  for (const name of await readdir(base)) if (name.startsWith('run-')) await sweepOne(join(base, name), log)
}
