import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faultsOf } from './check.ts'
import { type Acknowledged, jobsFinished, prepare, underLoad } from './load.ts'
import { startService } from './service.ts'

export type CrashReport = { readonly rounds: number; readonly acknowledged: number; readonly faults: readonly string[] }

/**
 * Kills the service with SIGKILL at random moments under a mixed load and restarts it. Finally compares the acknowledged
 * commands with the log, and the read models with a fold of it.
 */
export const crashRounds = async (
  rounds: number,
  onProgress: (line: string) => void = () => {},
): Promise<CrashReport> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'endcap-crash-'))
  try {
    const acknowledged: Acknowledged[] = []
    for (let round = 0; round < rounds; round++) {
      const service = await startService(dataDir)
      if (round === 0) await prepare(service.base)
      const moment = 1 + Math.floor(Math.random() * 150)
      acknowledged.push(...(await underLoad(service.base, 8, moment, () => service.kill('SIGKILL'))))
      onProgress(`round ${round + 1} of ${rounds}: ${acknowledged.length} commands acknowledged so far`)
    }
    const service = await startService(dataDir)
    try {
      await jobsFinished(service.base)
    } finally {
      await service.kill('SIGTERM')
    }
    return { rounds, acknowledged: acknowledged.length, faults: await faultsOf(dataDir, acknowledged) }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
