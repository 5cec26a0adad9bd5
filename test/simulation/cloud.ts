import { Readable } from 'node:stream'
import type { CloudFailure, CloudStorages } from '../../src/ports/cloud-storage.ts'
import { StoreAway } from '../../src/ports/store-away.ts'
import type { Link } from './link.ts'

/** The objects of the only bucket, below its root directory. */
export const cloudFiles = Array.from({ length: 5 }, (_, i) => `spring/picture-${i}.png`)
const root = 'studio'
const modifiedAt = '2026-02-01T00:00:00.000Z'

const failure = (error: unknown): CloudFailure => {
  if (error instanceof StoreAway) return { code: 'unreachable', detail: error.reason }
  throw error
}

/** A cloud with one bucket, which anybody can open. */
export const cloudOf = ({ ask }: Link): CloudStorages => ({
  open: async () => ({
    list: ({ prefix }) =>
      ask('cloud', () => ({
        objects: cloudFiles
          .map(name => ({ key: `${root}/${name}`, size: name.length, modifiedAt }))
          .filter(({ key }) => key.startsWith(prefix)),
      })).catch(failure),
    open: key => ask('cloud', () => ({ body: Readable.from([Buffer.from(key)]) })).catch(failure),
    check: () => ask('cloud', () => undefined).catch(failure),
  }),
})
