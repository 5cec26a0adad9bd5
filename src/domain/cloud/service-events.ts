import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { listOf } from '../../codec/json.ts'
import { Name } from '../../codec/names.ts'
import { oneOf } from '../../codec/text.ts'
import { At, fact } from '../shared/fact.ts'
import { counts } from '../shared/wording.ts'
import { CloudRoot, serviceTypes } from './root-dir.ts'

/** A cloud service was connected, and a listing with its credentials succeeded; they are stored under secretId. */
export const CloudServiceConfigured = fact(
  'CloudServiceConfigured',
  fields({
    accountId: t.string,
    serviceId: integer(1),
    name: Name,
    serviceType: oneOf(...serviceTypes),
    /** As responses show it. */
    rootDir: t.string,
    root: CloudRoot,
    secretId: t.string,
    at: At,
  }),
  ({ name }) => `The cloud service “${name}” was connected.`,
)
/** The cloud service has a new name. */
export const CloudServiceRenamed = fact(
  'CloudServiceRenamed',
  fields({ name: Name, at: At }),
  ({ name }) => `The cloud service was renamed to “${name}”.`,
)
/** The cloud service has new credentials, and a listing with them succeeded. */
export const CloudServiceRekeyed = fact(
  'CloudServiceRekeyed',
  fields({ secretId: t.string, at: At }),
  () => 'The cloud service was given new credentials.',
)
/** The cloud service was disconnected, and its credentials were deleted. */
export const CloudServiceRemoved = fact(
  'CloudServiceRemoved',
  fields({ at: At }),
  () => 'The cloud service was disconnected, and its credentials were deleted.',
)
/**
 * A copy of files and folders into the asset library was requested; the work has this queue id. `digest` identifies the
 * request; `ended` has the queue ids of earlier copies that have ended.
 */
export const CloudCopyRequested = fact(
  'CloudCopyRequested',
  fields({
    accountId: t.string,
    serviceId: integer(1),
    queueId: t.string,
    path: t.string,
    files: listOf(t.string),
    folders: listOf(t.string),
    digest: t.string,
    ended: listOf(t.string),
    at: At,
  }),
  ({ files, folders }) =>
    `A copy of ${counts({ file: files.length, folder: folders.length })} into the asset library was requested.`,
)

export const CloudServiceEvent = t.union([
  CloudServiceConfigured,
  CloudServiceRenamed,
  CloudServiceRekeyed,
  CloudServiceRemoved,
  CloudCopyRequested,
])
export type CloudServiceEvent = t.TypeOf<typeof CloudServiceEvent>
export type CloudCopyRequested = t.TypeOf<typeof CloudCopyRequested>
