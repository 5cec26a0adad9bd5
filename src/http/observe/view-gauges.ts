import type { Gauge } from 'prom-client'
import type { ViewState } from '../../ports/service-state.ts'

/** The largest lag of a view, under the label of all of them. */
const all = 'all'

/** The metrics of views: lag, those that stopped, and progress of builds. */
export const viewGauges = (gauge: (name: string, help: string, ...labels: string[]) => Gauge) => {
  const lag = gauge(
    'endcap_projection_lag_positions',
    'Positions that a view is behind the log; all: the most.',
    'view',
  )
  const stopped = gauge('endcap_projection_stopped', '1 when a view stopped on an error.', 'view')
  const built = gauge(
    'endcap_projection_build_ratio',
    'How much of the log a build of a view has read, 0 to 1.',
    'view',
  )
  return (views: readonly ViewState[] | undefined): void => {
    lag.reset()
    lag.set({ view: all }, views ? Math.max(0, ...views.map(view => view.lag)) : Number.NaN)
    // a view that is no longer built has no ratio, and one that cannot be read no lag
    built.reset()
    for (const view of views ?? []) {
      lag.set({ view: view.name }, view.lag)
      stopped.set({ view: view.name }, view.stopped === undefined ? 0 : 1)
      if (view.built !== undefined) built.set({ view: view.name }, view.built)
    }
  }
}
