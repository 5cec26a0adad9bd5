import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { listOf } from '../../codec/json.ts'
import { At, fact, routine } from '../shared/fact.ts'
import { because, count } from '../shared/wording.ts'

/** A file that could not be copied, by its name below the root directory. */
export const CopyFault = fields({ item: t.string, code: t.string, detail: t.string })
export type CopyFault = t.TypeOf<typeof CopyFault>

/** Faults that are told one by one; those beyond are only counted. */
export const mostFaults = 1000

/**
 * How far a copy has come: everything before this place is copied or recorded as a fault. `source` counts the files, then
 * the folders, of the request; within a folder `page` is the service's token of the listing's page and `after` the last key.
 */
export const CopyCursor = fields({ source: integer(0) }, { page: t.string, after: t.string })
export type CopyCursor = t.TypeOf<typeof CopyCursor>

const attempt = integer(1)
const counts = { total: integer(0), done: integer(0), failed: integer(0) }
const faults = listOf(CopyFault, mostFaults)

/** What could not be copied, as the end of a clause; nothing when all could. */
const lacking = (failed: number): string => (failed === 0 ? '' : `; ${count(failed, 'file')} could not be copied`)

/** A worker has begun, or gone on. */
export const CloudCopyStarted = fact('CloudCopyStarted', fields({ worker: t.string, attempt, at: At }), routine)
/** That worker is alive. */
export const CloudCopyHeartbeat = fact('CloudCopyHeartbeat', fields({ attempt, at: At }), routine)
/** So many files are copied and so many could not be, these among them; whoever goes on begins at the cursor. */
export const CloudCopyProgressed = fact(
  'CloudCopyProgressed',
  fields({ ...counts, attempt, faults, cursor: CopyCursor, at: At }),
  routine,
)
/** An attempt failed and goes on at retryAt; or its node stopped (released). */
export const CloudCopyAttemptFailed = fact(
  'CloudCopyAttemptFailed',
  fields({ attempt, reason: t.string, retryAt: At, at: At }, { released: t.literal(true) }),
  ({ reason }) => `An attempt to copy from the cloud service failed${because(reason)}`,
)
/** Every file was tried; faults are the ones since the last progress. */
export const CloudCopyCompleted = fact(
  'CloudCopyCompleted',
  fields({ ...counts, faults, at: At }),
  ({ done, failed }) => `${count(done, 'file was', 'files were')} copied from the cloud service${lacking(failed)}.`,
)
/** No file could be copied, or the last attempt failed; what was copied before stays. */
export const CloudCopyFailed = fact(
  'CloudCopyFailed',
  fields({ ...counts, faults, reason: t.string, at: At }),
  ({ reason }) => `Copying from the cloud service failed${because(reason)}`,
)

export const CloudCopyEvent = t.union([
  CloudCopyStarted,
  CloudCopyHeartbeat,
  CloudCopyProgressed,
  CloudCopyAttemptFailed,
  CloudCopyCompleted,
  CloudCopyFailed,
])
export type CloudCopyEvent = t.TypeOf<typeof CloudCopyEvent>
