import type { CloudRoot } from '../../domain/cloud/root-dir.ts'
import { type CloudStorages, isCloudFailure } from '../../ports/cloud-storage.ts'
import type { FeedAddress, FeedCredentials } from '../../ports/feed-sources.ts'
import { NotFetched, type Transfer } from './fault.ts'

const ofUrl = (url: string): { readonly root: CloudRoot; readonly key: string } => {
  const { protocol, origin, hostname, pathname } = new URL(url)
  const path = decodeURIComponent(pathname).slice(1)
  if (protocol === 's3:') return { root: { serviceType: 'AmazonS3', bucket: hostname, prefix: '' }, key: path }
  const [bucket = '', ...key] = path.split('/')
  return { root: { serviceType: 'S3Compatible', bucket, prefix: '', origin }, key: key.join('/') }
}

const codes: Readonly<Record<string, string>> = {
  'key-refused': 'login-refused',
  'secret-refused': 'login-refused',
  'bucket-missing': 'not-found',
  'name-refused': 'not-found',
}

/**
 * A feed in Amazon S3 (`s3://bucket/key`) or a compatible store (`https://host/bucket/key`); without keys it must be public there. Throws
 * NotFetched.
 */
export const overS3 = async (
  cloud: CloudStorages,
  { url }: FeedAddress,
  { accessKey = '', secretKey = '' }: FeedCredentials,
  signal?: AbortSignal,
): Promise<Transfer> => {
  if ((accessKey === '') !== (secretKey === ''))
    throw new NotFetched('login-refused', `urlConfig.${accessKey === '' ? 'accessKey' : 'secretKey'} is missing.`)
  const { root, key } = ofUrl(url)
  const storage = await cloud.open(root, { accessKey, secretKey })
  const opened = await storage.open(key, signal)
  if (!isCloudFailure(opened)) return { body: opened.body, isWhole: opened.size !== undefined, warnings: [] }
  if (opened.code === 'key-refused' && accessKey === '')
    throw new NotFetched(
      'login-refused',
      'The store refuses requests without keys; send urlConfig.accessKey and urlConfig.secretKey.',
    )
  throw new NotFetched(codes[opened.code] ?? opened.code, opened.detail)
}
