import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { apiKeys } from '../../../projections/keys/api-keys.ts'
import { connect } from '../../../src/adapters/read-models/mongodb/connect.ts'
import { collectionsOf } from '../../../src/adapters/read-models/mongodb/documents.ts'
import { fieldsOf, pathsOf } from '../../../src/adapters/read-models/mongodb/fields.ts'
import { find } from '../../../src/adapters/read-models/mongodb/find.ts'
import { openMongoReadModels } from '../../../src/adapters/read-models/mongodb/open-read-models.ts'
import { index } from '../../../src/adapters/read-models/mongodb/views.ts'
import { type RefusingMongo, startRefusingMongo } from '../../support/servers/refusing-mongodb.ts'

const test = suite<{ server: RefusingMongo }>('what MongoDB is asked')
test.before.each(async context => {
  context.server = await startRefusingMongo()
})
test.after.each(({ server }) => server.close())

test('indexes are built while one of three members is down', async ({ server }) => {
  const { db, close } = connect(server.url)
  const view = { name: 'kept', version: 1, indexes: [['name']] }
  await index(collectionsOf(db).documents('kept'), view, fieldsOf(['["name"]']))
  await close()
  assert.equal(
    server.received.map(({ createIndexes, commitQuorum }) => createIndexes && commitQuorum),
    [undefined, 'majority'],
  )
})

for (const refusal of [
  { code: 2, errmsg: "Standalones can't specify commitQuorum" },
  { code: 303, errmsg: "Field 'commitQuorum' is currently not supported" },
])
  test(`indexes are built by a server that answers: ${refusal.errmsg}`, async ({ server }) => {
    server.refuse(refusal, (_, command) => 'commitQuorum' in command)
    const { db, close } = connect(server.url)
    const view = { name: 'kept', version: 1, indexes: [['name']] }
    await index(collectionsOf(db).documents('kept'), view, fieldsOf(['["name"]']))
    await close()
    const last = server.received.at(-1)
    assert.is(last?.createIndexes, 'kept')
    assert.is(last?.commitQuorum, undefined)
  })

test('a page of the API keys of an account reads these by an index, in order', async ({ server }) => {
  const { db, close } = connect(server.url)
  const fields = fieldsOf(pathsOf(apiKeys))
  await index(collectionsOf(db).documents('keys'), apiKeys, fields)
  const where = { field: ['reaches', 'acme'], is: '=', value: 'yes' } as const
  await find(collectionsOf(db).documents('keys'), fields, { where, sort: { field: ['grant', 'keyId'] }, limit: 25 })
  await close()
  const indexed = server.received.find(({ createIndexes }) => createIndexes)
  assert.equal(indexed?.indexes[0].key, { names: 1, f0: 1, _id: 1 })
  const [page, ...others] = server.received.filter(command => command.find)
  assert.equal([page?.filter, page?.sort, page?.limit], [{ names: 'acme' }, { f0: 1, _id: 1 }, 26])
  assert.equal(others, [])
})

test('no option of the URL has writes acknowledged that a failover may lose, or reads by a member that lags', async ({
  server,
}) => {
  const { db, close } = connect(`${server.url}&w=1&journal=false&readPreference=secondary`)
  await db.collection('rows').insertOne({ n: 1 })
  await db.collection('rows').findOne({ n: 1 })
  await close()
  const [insert, find] = server.received
  assert.equal(insert?.writeConcern, { w: 'majority', j: true })
  assert.is(find?.$readPreference, undefined)
})

test('a size of the pool in the URL is taken, although the lease has a pool of its own', async ({ server }) => {
  const { readModels, problem } = await openMongoReadModels({ url: `${server.url}&minPoolSize=10`, views: () => [] })
  const found = problem()
  await readModels.close()
  assert.is(found, undefined)
})

test('the database is that of the URL, however its options are written', async () => {
  const nameIn = async (url: string) => {
    const { db, close } = connect(url)
    await close()
    return db.databaseName
  }
  assert.is(await nameIn('mongodb://m1,m2/own?tls=true'), 'own')
  assert.is(await nameIn('mongodb://m1,m2/?tls=true'), 'endcap')
  assert.is(await nameIn('mongodb://m1,m2?tls=true&appName=a/b'), 'endcap')
  assert.is(await nameIn('mongodb+srv://one.example.com'), 'endcap')
})

test.run()
