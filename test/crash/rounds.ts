import { embeddedStores, serverStores } from '../nodes/stores.ts'
import { faultsOf } from './check.ts'
import { type Acknowledged, jobsFinished, prepare, repeated, type Unanswered, underLoad } from './load.ts'
import { startService } from './service.ts'

export type CrashReport = { readonly rounds: number; readonly acknowledged: number; readonly faults: readonly string[] }

/**
 * Kills the service with SIGKILL at random moments under a mixed load and restarts it. Finally compares the acknowledged
 * commands with the log, and the read models with a fold of it. Runs on EVENTSTOREDB_URL and MONGODB_URL if both are set.
 */
export const crashRounds = async (
  rounds: number,
  onProgress: (line: string) => void = () => {},
): Promise<CrashReport> => {
  const { EVENTSTOREDB_URL, MONGODB_URL } = process.env
  const { env, close } = await (EVENTSTOREDB_URL && MONGODB_URL ? serverStores() : embeddedStores())
  try {
    const acknowledged: Acknowledged[] = []
    let left: readonly Unanswered[] = []
    for (let round = 0; round < rounds; round++) {
      const service = await startService(env)
      if (round === 0) await prepare(service.base)
      const moment = 1 + Math.floor(Math.random() * 150)
      // the clients of the last round repeat what they have no answer to, and go on
      const repeats = await repeated(service.base, left)
      const load = await underLoad(service.base, 8, moment, () => service.kill('SIGKILL'))
      acknowledged.push(...repeats, ...load.acknowledged)
      left = load.unanswered
      onProgress(
        `round ${round + 1} of ${rounds}: ${acknowledged.length} commands acknowledged so far, ${repeats.length} by a repeat`,
      )
    }
    const service = await startService(env)
    try {
      acknowledged.push(...(await repeated(service.base, left)))
      // also for the lane, which ends a file that is silent for long
      onProgress('waiting for the jobs')
      await jobsFinished(service.base)
    } finally {
      await service.kill('SIGTERM')
    }
    return { rounds, acknowledged: acknowledged.length, faults: await faultsOf(env, acknowledged) }
  } finally {
    await close()
  }
}
