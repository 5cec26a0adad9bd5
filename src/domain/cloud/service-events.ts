import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { listOf } from '../../codec/json.ts'
import { Name } from '../../codec/names.ts'
import { oneOf } from '../../codec/text.ts'
import { At, fact } from '../shared/fact.ts'
import { counts } from '../shared/wording.ts'
import { CloudRoot, serviceTypes } from './root-dir.ts'

/** Somebody connected a cloud service, and its credentials were good for a listing; they are kept under secretId. */
export const CloudServiceConfigured = fact(
  'CloudServiceConfigured',
  fields({
    accountId: t.string,
    serviceId: integer(1),
    name: Name,
    serviceType: oneOf(...serviceTypes),
    /** As answers show it. */
    rootDir: t.string,
    root: CloudRoot,
    secretId: t.string,
    at: At,
  }),
  ({ name }) => `The cloud service “${name}” was connected.`,
)
/** It has another name. */
export const CloudServiceRenamed = fact(
  'CloudServiceRenamed',
  fields({ name: Name, at: At }),
  ({ name }) => `The cloud service was renamed to “${name}”.`,
)
/** It has other credentials, that were good for a listing. */
export const CloudServiceRekeyed = fact(
  'CloudServiceRekeyed',
  fields({ secretId: t.string, at: At }),
  () => 'The cloud service was given other credentials.',
)
/** Nobody uses it any more; its credentials are forgotten. */
export const CloudServiceRemoved = fact(
  'CloudServiceRemoved',
  fields({ at: At }),
  () => 'The cloud service was disconnected, and its credentials were forgotten.',
)
/**
 * Files and folders are to be copied into the asset library; the work runs under this queue id. `digest` stands for what is
 * asked for; `ended` names earlier copies that were found to be over.
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
