import { type CloudCopyCommand, cloudCopy, cloudCopyId } from '../domain/cloud/copy.ts'
import type { CloudCopyEvent } from '../domain/cloud/copy-events.ts'
import type { CopyState } from '../domain/cloud/copy-state.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import type * as TE from '../engine/task-either.ts'
import type { Executed, Work } from '../engine/write/execute.ts'
import { executed } from '../engine/write/steps.ts'

/** Cancels a copy unless it has ended. Its worker stops with its next report or sign of life, at most 5 s later. */
export const cancelCopy = (
  work: Work,
  accountId: string,
  queueId: string,
  at: string,
): TE.TaskEither<Rejection, Executed<CopyState, CloudCopyEvent>> => {
  const cancel: CloudCopyCommand = { kind: 'Cancel', at }
  return executed(work, cloudCopy, cloudCopyId(accountId, queueId), cancel)
}
