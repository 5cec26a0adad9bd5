import type { ExportEvent, ExportFault } from './events.ts'

/** What a fact of this name says. */
export type Data<N extends ExportEvent['type']> = Extract<ExportEvent, { type: N }>['data']
/** What the holder of an attempt says for such a fact. */
export type Held<N extends ExportEvent['type']> = Omit<Data<N>, 'queueId'> & { readonly attempt: number }

/** What an export can be told to do. */
export type ExportCommand =
  | {
      readonly kind: 'InitiateExport'
      readonly queueIdOf: (run: number) => string
      readonly contentHash: string
      readonly at: string
    }
  | ({ readonly kind: 'StartExport' } & Held<'ExportStarted'>)
  | ({ readonly kind: 'ShowLife' } & Held<'ExportHeartbeat'>)
  | ({ readonly kind: 'Progress' } & Held<'ExportProgressed'>)
  | { readonly kind: 'FailAttempt'; readonly attempt: number; readonly reason: string; readonly at: string }
  | { readonly kind: 'ReleaseAttempt'; readonly attempt: number; readonly at: string }
  | ({ readonly kind: 'Complete' } & Held<'ExportCompleted'>)
  | {
      readonly kind: 'Fail'
      readonly attempt: number
      readonly reason: string
      readonly faults: ExportFault[]
      readonly failed?: number
      readonly at: string
    }
  | ({ readonly kind: 'MakeAvailable' } & Data<'ExportMadeAvailable'>)
  /** `ofContent`: only when it still is the export of that content. */
  | ({ readonly kind: 'Archive'; readonly ofContent?: string } & Data<'ExportArchived'>)
  | ({ readonly kind: 'DropFile' } & Data<'ExportFileDropped'>)
