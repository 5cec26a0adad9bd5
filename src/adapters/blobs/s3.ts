import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { attachment } from '../../domain/shared/attachment.ts'
import { BlobMissing, type Blobs } from '../../ports/blobs.ts'
import { diskFault } from '../../ports/disk-fault.ts'
import { announcedDeletions } from './announced-deletions.ts'
import { isHash, openIncoming, type Received } from './incoming.ts'
import { s3Client } from './s3-client.ts'
import { isAbsent, isBehindEnd, unavailable } from './s3-faults.ts'

const hourMs = 3_600_000

export type S3Options = {
  readonly bucket: string
  /** Prefix of the objects in the bucket, without leading and trailing slashes; empty: no prefix. */
  readonly prefix: string
  /** Local folder for uploads in progress. */
  readonly incoming: string
}
export type OpenedBlobs = { readonly blobs: Blobs; close(): void }

/**
 * Blobs in an S3 bucket: `<prefix>/<hash>`. The hash is known only at the end, so bytes are first written to a
 * temporary file and then uploaded, large files in parts; memory use stays constant. Failed requests reject with
 * BlobsUnavailable.
 */
export const openS3Blobs = async (options: S3Options): Promise<OpenedBlobs> => {
  const { bucket: Bucket } = options
  const prefix = options.prefix === '' ? '' : `${options.prefix}/`
  const incoming = await openIncoming(options.incoming)
  const client = s3Client(process.env)
  const failed = unavailable(Bucket)
  const at = (sha256: string) => ({ Bucket, Key: prefix + sha256 })

  const stat = async (sha256: string) => {
    if (!isHash(sha256)) return undefined
    const head = await client
      .send(new HeadObjectCommand(at(sha256)))
      .catch(error => (isAbsent(error) ? undefined : failed(error)))
    return head && { sha256, size: head.ContentLength ?? 0, modifiedAt: head.LastModified ?? new Date(0) }
  }
  const remove = async (sha256: string): Promise<void> => {
    if (isHash(sha256)) await client.send(new DeleteObjectCommand(at(sha256))).catch(failed)
  }
  const deletion = announcedDeletions({
    client,
    nameOf: sha256 => ({ Bucket, Key: `${prefix}deleting/${sha256}` }),
    failed,
  })
  /** Uploads missing blobs. Old ones are uploaded again, so that they count as put now. */
  const place = async ({ path, info }: Received): Promise<void> => {
    const there = await stat(info.sha256)
    if (there?.size === info.size && Date.now() - there.modifiedAt.getTime() < hourMs) return
    const send = () => {
      const Body = createReadStream(path)
      const upload = new Upload({ client, params: { ...at(info.sha256), Body } })
      return upload
        .done()
        .catch(failed)
        .finally(() => Body.destroy())
    }
    await send()
    if (!there) return
    // an old object may be about to be deleted by a node that has not seen the new one
    await deletion.over(info.sha256)
    if (!(await stat(info.sha256))) await send()
  }
  const open: Blobs['open'] = async (sha256, range) => {
    if (!isHash(sha256)) throw new BlobMissing(sha256)
    const asked = range ? { Range: `bytes=${range.start}-${range.end}` } : {}
    const found = await client.send(new GetObjectCommand({ ...at(sha256), ...asked })).catch(error => {
      if (isAbsent(error)) throw new BlobMissing(sha256)
      return isBehindEnd(error) ? undefined : failed(error)
    })
    return (found?.Body as Readable | undefined) ?? Readable.from([])
  }

  return {
    blobs: {
      put: (bytes, options) => incoming.receive(bytes, options, place).catch(diskFault),
      stat,
      open,
      async read(sha256) {
        return Buffer.concat(await Array.fromAsync<Buffer>(await open(sha256)).catch(failed))
      },
      delete: remove,
      async deleteOld(sha256, putUntil) {
        const isNew = async () => ((await stat(sha256))?.modifiedAt ?? putUntil) > putUntil
        if (!isHash(sha256)) return true
        if (await isNew()) return false
        const deleted = await deletion.announced(sha256, async () => {
          if (await isNew()) return false
          await remove(sha256)
          return true
        })
        return deleted ?? false
      },
      async *list() {
        const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: prefix, Delimiter: '/' })[
          Symbol.asyncIterator
        ]()
        for (;;) {
          const page = await pages.next().catch(failed)
          if (page.done) return
          for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.value.Contents ?? []) {
            const sha256 = Key.slice(prefix.length)
            if (isHash(sha256)) yield { sha256, size: Size, modifiedAt: LastModified }
          }
        }
      },
      presign: (sha256, { filename, contentType, expiresSeconds }) =>
        getSignedUrl(
          client,
          new GetObjectCommand({
            ...at(sha256),
            ResponseContentType: contentType,
            ResponseContentDisposition: attachment(filename),
          }),
          { expiresIn: expiresSeconds },
        ).catch(failed),
    },
    close: () => client.destroy(),
  }
}
