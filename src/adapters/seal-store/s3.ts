import { HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import type { SealStore } from '../../ports/seal-store.ts'
import { s3Client } from '../blobs/s3-client.ts'
import { isAbsent, unavailable } from '../blobs/s3-faults.ts'

/** Whether the object exists already, or is being written by another node. */
const isThere = (error: unknown): boolean =>
  error instanceof Error && ['PreconditionFailed', 'ConditionalRequestConflict'].includes(error.name)

/** Seals in an S3 bucket: `<prefix>/<name>`. Failed requests reject with BlobsUnavailable. */
export const s3Seals = (bucket: string, prefix: string): SealStore => {
  const client = s3Client(process.env)
  const failed = unavailable(bucket)
  const at = (name: string) => ({ Bucket: bucket, Key: prefix === '' ? name : `${prefix}/${name}` })
  return {
    has: async name =>
      client.send(new HeadObjectCommand(at(name))).then(
        () => true,
        error => (isAbsent(error) ? false : failed(error)),
      ),
    async put(name, text) {
      const put = new PutObjectCommand({ ...at(name), Body: text, ContentType: 'application/json', IfNoneMatch: '*' })
      await client.send(put).catch(error => (isThere(error) ? undefined : failed(error)))
    },
    close: () => client.destroy(),
  }
}
