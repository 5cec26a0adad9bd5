import { randomBytes } from 'node:crypto'
import { MongoClient } from 'mongodb'
import { hasFerretDb, startFerretDb, whyNoFerretDb } from './ferretdb.ts'
import { skip } from './skip.ts'

export type MongoUnderTest = {
  /** The URL of a database that no other test uses. */
  readonly url: string
  /** Drops the database, and stops the server if it was started for the test. */
  close(): Promise<void>
}

/** The server for MongoDB tests: that of MONGODB_URL, else a new FerretDB, else undefined. */
export const mongoServer = (): 'MONGODB_URL' | 'FerretDB' | undefined =>
  process.env.MONGODB_URL ? 'MONGODB_URL' : hasFerretDb() ? 'FerretDB' : undefined

export const startMongo = async (): Promise<MongoUnderTest> => {
  const given = process.env.MONGODB_URL
  if (!given) return startFerretDb()
  const url = new URL(given)
  url.pathname = `/endcap-test-${randomBytes(6).toString('hex')}`
  return {
    url: url.href,
    close: async () => {
      const client = new MongoClient(url.href)
      await client.db().dropDatabase()
      await client.close()
    },
  }
}

/** Runs the tests on a separate server, or reports them as skipped. */
export const onMongo = (what: string, run: (server: 'MONGODB_URL' | 'FerretDB') => void): void => {
  const server = mongoServer()
  if (server) run(server)
  else skip(`${what}: no MONGODB_URL, and ${whyNoFerretDb()}`)
}
