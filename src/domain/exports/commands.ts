import type { AttemptCommand } from '../shared/claim.ts'
import type { JobCommand } from '../shared/job.ts'
import type { ExportEvent } from './events.ts'

/** The data of an event. */
export type Data<N extends ExportEvent['type']> = Extract<ExportEvent, { type: N }>['data']
/** The data of an event that the holder of an attempt records. */
export type Held<N extends ExportEvent['type']> = Omit<Data<N>, 'queueId'> & { readonly attempt: number }

/** The commands of an export. */
export type ExportCommand =
  | {
      readonly kind: 'InitiateExport'
      readonly queueIdOf: (run: number) => string
      readonly contentHash: string
      readonly at: string
    }
  | AttemptCommand
  | JobCommand
  | ({ readonly kind: 'Progress' } & Held<'ExportProgressed'>)
  | ({ readonly kind: 'Complete' } & Held<'ExportCompleted'>)
  | ({ readonly kind: 'Fail' } & Held<'ExportFailed'>)
  /** `attempt`: of the activation for a production export, of the approval's mails for a preview. */
  | ({ readonly kind: 'MakeAvailable' } & Data<'ExportMadeAvailable'>)
  /** `ofContent`: archive only if the export still has this content. */
  | ({ readonly kind: 'Archive'; readonly ofContent?: string } & Data<'ExportArchived'>)
  | ({ readonly kind: 'DropFile' } & Data<'ExportFileDropped'>)
