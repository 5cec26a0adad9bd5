import { randomUUID } from 'node:crypto'
import { jsonEvent, WrongExpectedVersionError } from '@eventstore/db-client'
import { appendStored } from './append.ts'
import { readStored } from './read.ts'
import type { Store } from './store.ts'

/** The log's own id, made when the first node opened it. Of nodes that open it at once one makes it, and the others read it. */
export const logIdOf = async (store: Store): Promise<string> => {
  const { logStream } = store.names
  const read = async () => {
    const [made] = await readStored(store, logStream, { maxCount: 1 })
    const id = (made?.data as { readonly id?: unknown } | undefined)?.id
    return typeof id === 'string' ? id : undefined
  }
  const found = await read()
  if (found !== undefined) return found
  const id = randomUUID()
  try {
    await appendStored(store, logStream, [jsonEvent({ id, type: 'LogCreated', data: { id } })], -1)
    return id
  } catch (error) {
    const theirs = error instanceof WrongExpectedVersionError ? await read() : undefined
    if (theirs === undefined) throw error
    return theirs
  }
}
