/** The start operations that a generative service of somebody else may answer (TEMPLATE-2). */
export type StartOperation = 'sync-flow' | 'design-brief' | 'regenerate'

/** What the service answered: its status and JSON, to be passed on as they are. */
export type ServiceAnswer = { readonly status: number; readonly body: unknown }

export type ServiceFailure = {
  readonly code: 'unavailable' | 'timeout' | 'unreadable' | 'refused' | 'ended'
  readonly detail: string
  readonly transient: boolean
}
export const isServiceFailure = (u: ServiceAnswer | ServiceFailure): u is ServiceFailure => 'transient' in u

/** A generative service behind `GENERATIVE_SERVICE_URL`. Nothing throws. */
export type GenerativeService = {
  /** Passes the JSON of a start operation on, and gives back the JSON of its answer. */
  start(operation: StartOperation, body: unknown, signal: AbortSignal): Promise<ServiceAnswer | ServiceFailure>
}
