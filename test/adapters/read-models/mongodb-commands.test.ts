import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { connect } from '../../../src/adapters/read-models/mongodb/connect.ts'
import { collectionsOf } from '../../../src/adapters/read-models/mongodb/documents.ts'
import { fieldsOf } from '../../../src/adapters/read-models/mongodb/fields.ts'
import { openGenerations } from '../../../src/adapters/read-models/mongodb/generations.ts'
import { type RefusingMongo, startRefusingMongo } from '../../support/servers/refusing-mongodb.ts'

const test = suite<{ server: RefusingMongo }>('what MongoDB is asked')
test.before.each(async context => {
  context.server = await startRefusingMongo()
})
test.after.each(({ server }) => server.close())

test('indexes are built while one of three members is down', async ({ server }) => {
  const { db, close } = connect(server.url)
  const view = { name: 'kept', version: 1, indexes: [['name']] }
  await openGenerations(collectionsOf(db), 'feed').index(view, { collection: 'kept', fields: fieldsOf(['["name"]']) })
  await close()
  assert.equal(
    server.received.map(({ createIndexes, commitQuorum }) => createIndexes && commitQuorum),
    [undefined, 'majority'],
  )
})

test.run()
