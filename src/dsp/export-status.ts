import { associatedTags, type DspRun, leftToArchive } from '../domain/dsp/export-run.ts'
import { count } from '../domain/shared/wording.ts'

type Reply = { readonly status: number; readonly message: string; readonly error?: string }

const ofTotal = (run: DspRun): string => `${associatedTags(run)} of ${count(run.total, 'tag')}`
const exported = (run: DspRun): string => `${ofTotal(run)} exported, ${run.failed} failed.`

/** The status of a run (DSP-10, DSP-24). */
export const statusReply = (run: DspRun): Reply => {
  switch (run.status) {
    case 'running':
      return { status: 210, message: `Tag Export in Progress: ${exported(run)}` }
    case 'finished':
      return {
        status: 200,
        message: run.failed === 0 ? `All tags exported: ${ofTotal(run)}.` : `Tag Export finished: ${exported(run)}`,
      }
    case 'cancelling':
      return {
        status: 310,
        message: `Tag Export cancellation in progress: ${count(leftToArchive(run), 'tag')} still to be archived.`,
      }
    case 'cancelled': {
      const rest = run.notArchived === 0 ? '' : ` ${count(run.notArchived, 'tag')} could not be archived.`
      return { status: 300, message: `Trafficking stopped: ${ofTotal(run)} associated.${rest}` }
    }
    case 'failed':
      return {
        status: 500,
        message:
          run.during === 'export'
            ? `Tag Export failed: ${exported(run)}`
            : `Tag Export cancellation failed: ${count(leftToArchive(run), 'tag')} still to be archived.`,
        error: run.reason,
      }
  }
}
