import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { oneOf } from '../../codec/text.ts'
import { staysInside } from './path.ts'

/** The supported object storage services (CLOUD-3). */
export const serviceTypes = ['AmazonS3', 'S3Compatible', 'GoogleCloudStorage', 'AzureBlob'] as const
export type ServiceType = (typeof serviceTypes)[number]

/** A parsed root directory. `origin`: scheme, host and port if it was given as a URL. `prefix` has no slash at either end. */
export const CloudRoot = fields(
  { serviceType: oneOf(...serviceTypes), bucket: t.string, prefix: t.string },
  { origin: t.string },
)
export type CloudRoot = t.TypeOf<typeof CloudRoot>

const bucketPattern = /^[A-Za-z0-9$][A-Za-z0-9_.-]{1,221}$/

const decoded = (path: string): string | undefined => {
  try {
    return decodeURIComponent(path)
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

/** Splits a root directory without changes: `new URL` would resolve `..` before it could be detected. */
const split = (rootDir: string): { readonly origin?: string; readonly path: string } | string => {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(rootDir)) return { path: rootDir }
  const parts = /^(https?:\/\/[^/?#@\\\s]+)\/([^?#]*)$/i.exec(rootDir)
  if (!parts) return 'must be bucket/prefix, or an http or https URL like https://host/bucket/prefix'
  const [, origin = '', encoded = ''] = parts
  if (!URL.canParse(origin)) return 'has an invalid host'
  const path = decoded(encoded)
  return path === undefined ? 'is not percent-encoded correctly' : { origin: new URL(origin).origin, path }
}

/** Parses a root directory (CLOUD-3). Left: the problem, worded to follow "rootDir". */
export const parseRootDir = (serviceType: ServiceType, rootDir: string): E.Either<string, CloudRoot> => {
  const parts = split(rootDir)
  if (typeof parts === 'string') return E.left(parts)
  const { origin, path } = parts
  if (origin === undefined && serviceType === 'S3Compatible')
    return E.left('must be a full URL for S3Compatible, like https://host/bucket/prefix')
  const [bucket = '', ...rest] = path.replace(/\/$/, '').split('/')
  const prefix = rest.join('/')
  if (!bucketPattern.test(bucket) || bucket.includes('..')) return E.left('must start with the name of a bucket')
  if (prefix !== '' && !staysInside(prefix)) return E.left('must not leave its bucket: no empty, . or .. segments')
  if (prefix.length > 512) return E.left('must have at most 512 characters after the bucket')
  return E.right({ serviceType, bucket, prefix, ...(origin === undefined ? {} : { origin }) })
}

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/**
 * The full storage URL in responses (CLOUD-2). A URL is shown as it was given. `accountName`: the storage account, which is
 * part of Azure's host names.
 */
export const shownRootDir = (root: CloudRoot, rootDir: string, accountName: string): string => {
  if (root.origin !== undefined) return rootDir
  const path = encoded(root.prefix === '' ? root.bucket : `${root.bucket}/${root.prefix}`)
  switch (root.serviceType) {
    case 'GoogleCloudStorage':
      return `https://storage.googleapis.com/${path}`
    case 'AzureBlob':
      return `https://${accountName}.blob.core.windows.net/${path}`
    default:
      return `https://s3.amazonaws.com/${path}`
  }
}
