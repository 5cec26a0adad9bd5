import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { listOf } from '../../codec/json.ts'
import { At, fact, routine } from '../shared/fact.ts'
import { Retried } from '../shared/job.ts'
import { because, count } from '../shared/wording.ts'

/** A file that could not be copied, by its name below the root directory. */
export const CopyFault = fields({ item: t.string, code: t.string, detail: t.string })
export type CopyFault = t.TypeOf<typeof CopyFault>

/** The most faults that are recorded one by one; further ones are only counted. */
export const mostFaults = 1000

/**
 * The progress of a copy: everything before this place is copied or recorded as a fault. `source` counts the files, then the
 * folders of the request. Within a folder, `page` is the service's token for the page of the listing, and `after` the last key.
 */
export const CopyCursor = fields({ source: integer(0) }, { page: t.string, after: t.string })
export type CopyCursor = t.TypeOf<typeof CopyCursor>

const attempt = integer(1)
const counts = { total: integer(0), done: integer(0), failed: integer(0) }
const faults = listOf(CopyFault, mostFaults)

/** The number of failed files, as the end of a sentence; empty if there are none. */
const lacking = (failed: number): string => (failed === 0 ? '' : `; ${count(failed, 'file')} could not be copied`)

/** How many files have been copied and how many could not be, with the new faults. The next attempt continues at the cursor. */
export const CloudCopyProgressed = fact(
  'CloudCopyProgressed',
  fields({ ...counts, attempt, faults, cursor: CopyCursor, at: At }),
  routine,
)
/** An attempt failed and continues at retryAt. */
export const CloudCopyAttemptFailed = fact(
  'CloudCopyAttemptFailed',
  fields({ attempt, reason: t.string, retryAt: At, at: At }),
  ({ reason }) => `An attempt to copy from the cloud service failed${because(reason)}`,
)
/** Every file was tried; `faults` has those since the last progress. */
export const CloudCopyCompleted = fact(
  'CloudCopyCompleted',
  fields({ ...counts, faults, at: At }),
  ({ done, failed }) => `${count(done, 'file was', 'files were')} copied from the cloud service${lacking(failed)}.`,
)
/** No file could be copied, the request is beyond the bounds, or the last attempt failed. Files that were copied before are kept. */
export const CloudCopyFailed = fact(
  'CloudCopyFailed',
  fields({ ...counts, faults, reason: t.string, at: At }),
  ({ reason }) => `Copying from the cloud service failed${because(reason)}`,
)
/** The copy was cancelled, by a caller or because its cloud service was deleted. Files that were copied before are kept. */
export const CloudCopyCancelled = fact(
  'CloudCopyCancelled',
  fields({ at: At }),
  () => 'The copy from the cloud service was cancelled.',
)

/** An operator has the copy tried again: from its beginning if it failed, at once if it paused after a failure. */
export const CloudCopyRetried = fact(
  'CloudCopyRetried',
  Retried,
  ({ reason }) => `An operator had the copy from the cloud service tried again${because(reason)}`,
)

export const CloudCopyEvent = t.union([
  CloudCopyProgressed,
  CloudCopyAttemptFailed,
  CloudCopyCompleted,
  CloudCopyFailed,
  CloudCopyRetried,
  CloudCopyCancelled,
])
export type CloudCopyEvent = t.TypeOf<typeof CloudCopyEvent>
