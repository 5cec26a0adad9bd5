import { Command } from 'commander'
import { projections } from '../../projections/projections.ts'
import type { Stores } from '../stores.ts'
import { progressOf } from './progress.ts'
import { UserError } from './user-error.ts'
import { withStores } from './with-stores.ts'

const pauseMs = 200
const pause = () => new Promise(resolve => setTimeout(resolve, pauseMs))

const timeLeft = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s left` : `${Math.ceil(seconds / 60)} min left`

/** Watches the views that are built until they serve. */
const watch = async (stores: Stores): Promise<number> => {
  const head = Number(await stores.log.head())
  const bar = progressOf('events', head)
  const startedAt = performance.now()
  let first: number | undefined
  for (;;) {
    const { building, failedViews } = stores.status()
    if (failedViews.length > 0)
      throw new UserError(
        `${failedViews.map(v => v.name).join(', ')} cannot be built: the projection failed; the old documents go on serving`,
      )
    if (building.length === 0) break
    const done = Math.min(...building.map(b => b.done))
    first ??= done
    const rate = (done - first) / Math.max(0.001, (performance.now() - startedAt) / 1000)
    const left = rate > 0 ? `, ${timeLeft((head - done) / rate)}` : ''
    bar.step(done, `${Math.round(rate)} events/s${left}`)
    await pause()
  }
  bar.end()
  return (performance.now() - startedAt) / 1000
}

const rebuild = (names: readonly string[]) =>
  withStores(async stores => {
    const unknown = names.filter(name => !projections.some(p => p.name === name))
    if (unknown.length > 0)
      throw new UserError(
        `There is no view ${unknown.join(', ')}. There are: ${projections.map(p => p.name).join(', ')}`,
      )
    await stores.rebuild(names.length > 0 ? names : undefined)
    const seconds = await watch(stores)
    console.log(
      `rebuilt ${names.length > 0 ? names.join(', ') : `${projections.length} views`} in ${seconds.toFixed(1)} s`,
    )
  })

/** `endcap rebuild`: builds views anew beside those that serve, and lets them take over. */
export const rebuildCommand = (): Command =>
  new Command('rebuild')
    .description('build views anew from the log beside the ones that serve; goes on where it was when it was killed')
    .argument('[view...]', 'names of views; all of them when none is given')
    .action(rebuild)
