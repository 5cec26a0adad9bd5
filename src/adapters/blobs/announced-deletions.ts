import { setTimeout } from 'node:timers/promises'
import { DeleteObjectCommand, HeadObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { isAbsent, isTaken } from './s3-faults.ts'

type Parts = {
  readonly client: S3Client
  /** The name of the announcement of a deletion. */
  readonly nameOf: (sha256: string) => { readonly Bucket: string; readonly Key: string }
  readonly failed: (error: unknown) => never
}

/** How long a put waits for a deletion. It takes milliseconds; a killed node leaves its announcement. */
const waits = { times: 250, pauseMs: 20 }

/** An announcement this old is of a node that was killed. */
const abandonedMs = 3_600_000

/**
 * Buckets cannot delete an object only if it is old. A deletion is therefore announced by an object of its own before the age is read; a
 * put that finds an announcement after its upload waits until it is gone, and then sees whether its object is.
 */
export const announcedDeletions = ({ client, nameOf, failed }: Parts) => {
  const found = (sha256: string) =>
    client.send(new HeadObjectCommand(nameOf(sha256))).catch(error => (isAbsent(error) ? undefined : failed(error)))
  const end = (sha256: string) => client.send(new DeleteObjectCommand(nameOf(sha256))).catch(failed)
  /** false: another node has announced it. */
  const begin = (sha256: string): Promise<boolean> =>
    client
      .send(new PutObjectCommand({ ...nameOf(sha256), Body: 'a deletion is under way', IfNoneMatch: '*' }))
      .then(() => true)
      .catch(error => (isTaken(error) ? false : failed(error)))
  return {
    /** Announces the deletion while `work` runs; undefined, and nothing done, if another node does. */
    async announced<A>(sha256: string, work: () => Promise<A>): Promise<A | undefined> {
      if (!(await begin(sha256))) {
        const { LastModified } = (await found(sha256)) ?? {}
        if (LastModified && Date.now() - LastModified.getTime() > abandonedMs) await end(sha256)
        return undefined
      }
      try {
        return await work()
      } finally {
        await end(sha256)
      }
    },
    /** Resolves when no deletion is announced, after five seconds at the latest. */
    async over(sha256: string): Promise<void> {
      for (let time = 0; time < waits.times && (await found(sha256)); time++) await setTimeout(waits.pauseMs)
    },
  }
}
