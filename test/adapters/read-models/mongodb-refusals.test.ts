import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { answered } from '../../../src/adapters/read-models/mongodb/connect.ts'
import { openMongoReadModels } from '../../../src/adapters/read-models/mongodb/open-read-models.ts'
import type { ViewRef } from '../../../src/ports/read-models.ts'
import { StoreAway } from '../../../src/ports/store-away.ts'
import { type RefusingMongo, startRefusingMongo } from '../../support/servers/refusing-mongodb.ts'
import { until } from '../../support/waiting/until.ts'

const view: ViewRef = { name: 'kept', version: 1, indexes: [] }
const test = suite<{ server: RefusingMongo }>('MongoDB that answers, but refuses')
test.before.each(async context => {
  context.server = await startRefusingMongo()
})
test.after.each(({ server }) => server.close())

const opened = (url: string) => openMongoReadModels({ url, views: () => [view] })
const errorOf = (answer: Promise<unknown>) =>
  answer.then(
    () => undefined,
    (error: unknown) => error,
  )
const reasonOf = (error: unknown) => (error instanceof StoreAway ? error.reason : `no outage, but ${error}`)

/** Answers of a member that is not the primary any more, or ends. The server labels them for writes that may be repeated only. */
const ofElections = [
  { code: 10107, errmsg: 'not primary' },
  { code: 13435, errmsg: 'not primary and secondaryOk=false' },
  { code: 11602, errmsg: 'operation was interrupted because of a change of the replica set' },
  { code: 11600, errmsg: 'interrupted at shutdown' },
  { code: 189, errmsg: 'the primary stepped down' },
  { code: 91, errmsg: 'the server is in quiesce mode and will shut down' },
]

test('what is asked during an election is an outage, and no fault of the service', async ({ server }) => {
  const { readModels, db } = await opened(server.url)
  const rows = db.collection('rows')
  const asked: readonly (() => Promise<unknown>)[] = [
    () => rows.findOne({}),
    () => rows.deleteMany({}),
    () => rows.updateMany({}, { $set: { n: 1 } }),
    () => rows.createIndexes([{ key: { n: 1 } }]),
  ]
  try {
    for (const refusal of ofElections) {
      server.refuse(refusal)
      for (const ask of asked)
        assert.is(reasonOf(await errorOf(answered('read models', ask()))), refusal.errmsg, String(ask))
    }
  } finally {
    await readModels.close()
  }
})

/** What servers and Atlas answer when a password is wrong. */
const ofWrongPasswords = [
  { code: 18, errmsg: 'Authentication failed.' },
  { code: 8000, errmsg: 'bad auth : authentication failed' },
]

test('a password that was changed is an outage that says so, until it is the right one again', async ({ server }) => {
  const { readModels } = await opened(server.url)
  try {
    for (const refusal of ofWrongPasswords) {
      server.refuse(refusal, name => name === 'saslStart')
      server.dropConnections()
      const refused = await until(
        async () => reasonOf(await errorOf(readModels.get(view, 'x'))),
        reason => !/closed|ECONN/.test(reason),
      )
      assert.is(refused, 'the credentials were rejected')
      server.refuse(undefined)
      await until(
        () => errorOf(readModels.get(view, 'x')),
        error => error === undefined,
      )
    }
  } finally {
    await readModels.close()
  }
})

test('a wrong password is reported at startup, at once and without it', async ({ server }) => {
  server.refuse(ofWrongPasswords[0], name => name === 'saslStart')
  const error = await errorOf(opened(server.url))
  assert.is(reasonOf(error), 'the credentials were rejected')
  assert.not.match(String((error as Error).stack), 'secret-word')
  assert.is(server.logins(), 1)
})

test('a user without rights is an outage that quotes no command', async ({ server }) => {
  const { readModels } = await opened(server.url)
  try {
    server.refuse({
      code: 13,
      errmsg: 'not authorized on endcap to execute command { find: "views", filter: "private" }',
    })
    assert.is(reasonOf(await errorOf(readModels.checkpoint(view))), 'the user may not read or write the database')
  } finally {
    await readModels.close()
  }
})

test.run()
