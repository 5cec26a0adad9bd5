import { setTimeout as pause } from 'node:timers/promises'
import type { Rest } from '../rest.ts'
import { answered, Compared, Repaired, Running } from './answers.ts'

/** Milliseconds between two questions about an export. */
const betweenQuestions = 1_000
/** A repair leaves something to the next as long as it gets on. */
const mostRepairs = 200

export type Told = (what: string) => void

/** Compares once. */
export const compare = async (rest: Rest, path: string): Promise<Compared> =>
  answered(Compared, await rest.json('GET', path))

const repairOnce = async (rest: Rest, path: string): Promise<Repaired> =>
  answered(Repaired, await rest.json('POST', path))

const leavesMore = ({ repair }: Repaired): boolean =>
  repair.twinsRemaining + repair.campaignsRemaining > 0 && repair.twinsArchived + repair.exportsStarted.length > 0

/** Waits until no export of a campaign runs. */
const exportEnds = async (rest: Rest, campaign: number, tell: Told): Promise<void> => {
  const path = `/svc/serverApis/dsp/alreadyProcessing?svcCampaignId=${campaign}`
  for (let asked = 0; ; asked++) {
    const { configId } = answered(Running, await rest.json('GET', path))
    if (configId === undefined) return
    if (asked % 10 === 0) tell(`waiting for the export of campaign ${campaign}`)
    await pause(betweenQuestions)
  }
}

/** Repairs until nothing is left to the next repair, then waits for the exports that were started or ran. */
export const repairAll = async (
  rest: Rest,
  path: string,
  found: Compared,
  tell: Told,
): Promise<readonly Repaired[]> => {
  const repairs: Repaired[] = []
  // what is being exported may have been the reason for what differs
  for (const campaign of found.running) await exportEnds(rest, campaign, tell)
  if (found.counts.missing + found.counts.twins + found.running.length === 0) return repairs
  do {
    tell('repairing')
    const done = await repairOnce(rest, path)
    repairs.push(done)
    const { exportsStarted, exportsRunning } = done.repair
    for (const campaign of [...exportsStarted, ...exportsRunning]) await exportEnds(rest, campaign, tell)
  } while (repairs.slice(-1).some(leavesMore) && repairs.length < mostRepairs)
  return repairs
}
