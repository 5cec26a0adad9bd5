import type { AttemptCommand } from '../shared/claim.ts'
import type { ExportEvent } from './events.ts'

/** What a fact of this name says. */
export type Data<N extends ExportEvent['type']> = Extract<ExportEvent, { type: N }>['data']
/** What the holder of an attempt says for such a fact. */
export type Held<N extends ExportEvent['type']> = Omit<Data<N>, 'queueId'> & { readonly attempt: number }

/** What can be asked of an export. */
export type ExportCommand =
  | {
      readonly kind: 'InitiateExport'
      readonly queueIdOf: (run: number) => string
      readonly contentHash: string
      readonly at: string
    }
  | AttemptCommand
  | ({ readonly kind: 'Progress' } & Held<'ExportProgressed'>)
  | ({ readonly kind: 'Complete' } & Held<'ExportCompleted'>)
  | ({ readonly kind: 'Fail' } & Held<'ExportFailed'>)
  | ({ readonly kind: 'MakeAvailable' } & Data<'ExportMadeAvailable'>)
  /** `ofContent`: only when it still is the export of that content. */
  | ({ readonly kind: 'Archive'; readonly ofContent?: string } & Data<'ExportArchived'>)
  | ({ readonly kind: 'DropFile' } & Data<'ExportFileDropped'>)
