import type { AnyProjection } from '../../engine/read/projection.ts'
import type { Stores } from '../../node/stores/open-stores.ts'
import { mustBeBuilt } from '../built-views.ts'
import { UserError } from '../user-error.ts'
import { readingLog } from '../with-stores.ts'

/** How long to wait until the view reflects the log, in milliseconds: it may have to be built first. */
const catchUpMs = 600_000

/** Runs work on a view that reflects the log, by its name, which is one of the views. */
export const onView = (name: string, work: (stores: Stores, view: AnyProjection) => Promise<void>): Promise<void> =>
  readingLog(async stores => {
    const view = stores.projections.find(projection => projection.name === name)!
    if (!(await stores.readModels.waitFor(await stores.log.head(), catchUpMs)))
      throw new UserError(`the views did not catch up with the log within ${catchUpMs / 60_000} minutes`)
    // one whose projection failed while it was built is not waited for
    await mustBeBuilt(stores, [view])
    return work(stores, view)
  })
