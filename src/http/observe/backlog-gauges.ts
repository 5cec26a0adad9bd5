import type { Gauge } from 'prom-client'
import { type JobState, jobStates } from '../../engine/react/backlog.ts'

/** The metrics of processes: their items by state, those that are not done at all, and the age of the oldest one that waits. */
export const backlogGauges = (gauge: (name: string, help: string, ...labels: string[]) => Gauge) => {
  const backlog = gauge('endcap_process_backlog_items', 'Items that a process has yet to do.', 'process')
  const items = gauge('endcap_process_items', 'Items of a process that are not done, by state.', 'process', 'state')
  const oldest = gauge(
    'endcap_process_oldest_due_seconds',
    'Seconds since the oldest item became due that waits for a worker; 0: none waits.',
    'process',
  )
  return (process: string, counts: Readonly<Record<JobState, number>>, oldestSeconds: number): void => {
    const { waiting, scheduled, running } = counts
    backlog.set({ process }, waiting + scheduled + running)
    for (const state of jobStates) items.set({ process, state }, counts[state])
    oldest.set({ process }, oldestSeconds)
  }
}
