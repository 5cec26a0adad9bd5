import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { listOf } from '../../codec/json.ts'
import { orAlias } from '../../codec/text.ts'
import { At, fact, routine } from '../shared/fact.ts'
import { retried } from '../shared/job.ts'
import { because, count, kilobytes } from '../shared/wording.ts'

export const exportFormats = ['png', 'jpg', 'gif', 'tiff', 'mp4'] as const
/** A format as requests name it: a film is `mp4` or `video` (EXPORT-1). */
export const SentExportFormat = orAlias(exportFormats, 'video', 'mp4')
export type ExportFormat = (typeof exportFormats)[number]

/** A file that could not be rendered, named by creative and ad unit. */
export const ExportFault = fields({ item: t.string, code: t.string, detail: t.string })
export type ExportFault = t.TypeOf<typeof ExportFault>

const attempt = integer(1)

/** `export (png at 2x)` for the id `acme:1:production:png:2`. */
const named = (id: string): string => {
  const [, , mode, format, resolution] = id.split(':')
  return `${mode === 'preview' ? 'preview ' : ''}export (${format} at ${resolution}x)`
}

/** This format and resolution was requested; the work has this queue id. */
export const ExportInitiated = fact(
  'ExportInitiated',
  fields({ queueId: t.string, run: integer(1), contentHash: t.string, at: At }),
  (_, id) => `The ${named(id)} was requested.`,
)
/** How many files have been rendered, and how many could not be; `total` 0: work has begun. */
export const ExportProgressed = fact(
  'ExportProgressed',
  fields({ queueId: t.string, attempt, total: integer(0), done: integer(0), failed: integer(0), at: At }),
  routine,
)
/** An attempt failed and is retried at retryAt. */
export const ExportAttemptFailed = fact(
  'ExportAttemptFailed',
  fields({ queueId: t.string, attempt, reason: t.string, retryAt: At, at: At }),
  ({ reason }, id) => `An attempt at the ${named(id)} failed${because(reason)}`,
)
/** The ZIP has been created from the content with this hash; faults name the missing files. */
export const ExportCompleted = fact(
  'ExportCompleted',
  fields({
    queueId: t.string,
    zip: t.string,
    size: integer(0),
    filename: t.string,
    contentHash: t.string,
    total: integer(0),
    /** Number of missing files. */
    failed: integer(0),
    faults: listOf(ExportFault, 1000),
    at: At,
  }),
  ({ total, size, failed }, id) => {
    const [of, lacking] = failed === 0 ? ['', ''] : [`${total - failed} of `, `; ${failed} could not be rendered`]
    return `The ${named(id)} is ready: ${of}${count(total, 'file')}, ${kilobytes(size)}${lacking}.`
  },
)
/** No file could be rendered, or the last attempt failed. */
export const ExportFailed = fact(
  'ExportFailed',
  fields({ queueId: t.string, reason: t.string, failed: integer(0), faults: listOf(ExportFault, 1000), at: At }),
  ({ reason }, id) => `The ${named(id)} failed${because(reason)}`,
)
/** An operator has the export tried again at once: it failed, or paused after a failure. */
export const ExportRetried = fact(
  'ExportRetried',
  fields({ queueId: t.string, ...retried }),
  ({ reason }, id) => `An operator had the ${named(id)} tried again${because(reason)}`,
)
/** The ZIP was created as part of an activation, or as the preview of an approval request (EXPORT-4). */
export const ExportMadeAvailable = fact(
  'ExportMadeAvailable',
  fields({
    zip: t.string,
    size: integer(0),
    filename: t.string,
    contentHash: t.string,
    /** The attempt at the activation, or at the mails of the approval, that created it. */
    attempt,
    at: At,
  }),
  ({ size }, id) => `The ${named(id)} was made available, ${kilobytes(size)}.`,
)
/**
 * The ZIP is no longer offered: 30 days have passed, or the content was changed (readers see a change before this event is
 * recorded, EXPORT-4).
 */
export const ExportArchived = fact(
  'ExportArchived',
  fields({ zip: t.string, at: At }),
  (_, id) => `The ${named(id)} is no longer available.`,
)
/** No link to this ZIP is valid any more. Its bytes are deleted unless another export needs them. */
export const ExportFileDropped = fact(
  'ExportFileDropped',
  fields({ zip: t.string, at: At }),
  (_, id) => `A file of the ${named(id)} was deleted.`,
)

export const ExportEvent = t.union([
  ExportInitiated,
  ExportProgressed,
  ExportAttemptFailed,
  ExportCompleted,
  ExportFailed,
  ExportRetried,
  ExportMadeAvailable,
  ExportArchived,
  ExportFileDropped,
])
export type ExportEvent = t.TypeOf<typeof ExportEvent>
