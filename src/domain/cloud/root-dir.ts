import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { oneOf } from '../../codec/text.ts'
import { staysInside } from './path.ts'

/** The object storage services that are spoken with (decision 46). */
export const serviceTypes = ['AmazonS3', 'S3Compatible', 'GoogleCloudStorage', 'AzureBlob'] as const
export type ServiceType = (typeof serviceTypes)[number]

/** A root directory, taken apart. `origin`: scheme, host and port when it was given as a URL; `prefix` has no slash at its ends. */
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

/** Scheme, host and the rest as they stand: `new URL` would resolve `..` before it could be seen. */
const taken = (rootDir: string): { readonly origin?: string; readonly path: string } | string => {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(rootDir)) return { path: rootDir }
  const parts = /^(https?:\/\/[^/?#@\\\s]+)\/([^?#]*)$/i.exec(rootDir)
  if (!parts) return 'must be bucket/prefix, or an http or https URL like https://host/bucket/prefix'
  const [, origin = '', encoded = ''] = parts
  if (!URL.canParse(origin)) return 'has a host that is none'
  const path = decoded(encoded)
  return path === undefined ? 'is not percent-encoded correctly' : { origin: new URL(origin).origin, path }
}

/** Takes a root directory apart (decision 46). Left: what is wrong with it, in words that follow "rootDir". */
export const parseRootDir = (serviceType: ServiceType, rootDir: string): E.Either<string, CloudRoot> => {
  const parts = taken(rootDir)
  if (typeof parts === 'string') return E.left(parts)
  const { origin, path } = parts
  if (origin === undefined && serviceType === 'S3Compatible')
    return E.left('must be a full URL for S3Compatible, like https://host/bucket/prefix')
  const [bucket = '', ...rest] = path.replace(/\/$/, '').split('/')
  const prefix = rest.join('/')
  if (!bucketPattern.test(bucket) || bucket.includes('..')) return E.left('must begin with the name of a bucket')
  if (prefix !== '' && !staysInside(prefix)) return E.left('must not leave its bucket: no empty, . or .. segments')
  if (prefix.length > 512) return E.left('must have at most 512 characters behind the bucket')
  return E.right({ serviceType, bucket, prefix, ...(origin === undefined ? {} : { origin }) })
}

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/**
 * The full storage URL that answers carry (2.11). A URL stands as it was given; `accountName`: the storage account, which is
 * the host of Azure's addresses.
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
