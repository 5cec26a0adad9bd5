import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { SnapshotPlace } from '../../ports/snapshots.ts'

const Head = t.type({ stream: t.string, revision: t.number, eventId: t.string })

const missing = (error: unknown): undefined => {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}

/** The head of a snapshot of this stream whose lines are complete and unchanged. `use` gets each part. */
const checked = async (
  lines: AsyncIterable<string>,
  stream: string,
  use: (part: unknown) => void,
): Promise<SnapshotPlace | undefined> => {
  const hash = createHash('sha256')
  let head: SnapshotPlace | undefined
  let before: string | undefined
  for await (const line of lines) {
    if (before !== undefined) {
      hash.update(`${before}\n`)
      const value: unknown = JSON.parse(before)
      if (head) use(value)
      else {
        const found = Head.decode(value)
        if (E.isLeft(found) || found.right.stream !== stream) return undefined
        head = found.right
      }
    }
    before = line
  }
  return before === hash.digest('hex') ? head : undefined
}

/** Reads a snapshot line by line. Undefined if there is none; one that is damaged is removed. */
export const readSnapshot = async (
  path: string,
  stream: string,
  use: (part: unknown) => void,
): Promise<SnapshotPlace | undefined> => {
  const file = await open(path).catch(missing)
  if (file === undefined) return undefined
  try {
    const head = await checked(file.readLines(), stream, use)
    if (head) return { revision: head.revision, eventId: head.eventId }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  } finally {
    await file.close()
  }
  await rm(path, { force: true })
  return undefined
}
