import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { connect } from '../../../src/adapters/event-log/eventstoredb/client.ts'
import type { StandIn } from '../../support/servers/eventstore/stand-in.ts'
import { until } from '../../support/waiting/until.ts'
import { appended, written } from '../event-log.contract.ts'
import { everything, following, type Nodes, revisionsOf, startNodes, surely } from './nodes.ts'

const test = suite<Nodes>('EventStoreDB: a cluster')
test.before.each(async context => {
  Object.assign(context, await startNodes())
})
test.after.each(context => context.close())

const urlOf = (one: StandIn, other: StandIn) => `esdb://127.0.0.1:${one.port},127.0.0.1:${other.port}`

test('a member that says nothing holds up the search for the leader for two seconds, or as the URL says', async ({
  open,
  store,
  another,
}) => {
  const next = await another()
  await next.kill()
  const waitedBy = async (query: string) => {
    await open({ url: `${urlOf(store, next)}?tls=false${query}` })
    return (await store.send({ order: 'count' })).gossipMs ?? 0
  }
  const usual = await waitedBy('')
  assert.ok(usual <= 2_000, `${usual}`)
  const asked = await waitedBy('&gossipTimeout=60')
  assert.ok(asked > 2_000, `${asked}`)
})

test('an option of the URL may hold an @, and a password a question mark', async () => {
  for (const url of ['esdb://one?connectionName=a@b', 'esdb://admin:what?@one', 'esdb://admin:what?@one?tls=false'])
    await connect(url).client.dispose()
  for (const query of ['?', '?tls=false&']) assert.throws(() => connect(`esdb://one${query}`), /connection string/)
})

test('a subscriber leaves a leader that resigned for the new one, although its connection is whole', async ({
  open,
  store,
  another,
  states,
}) => {
  const next = await another()
  await next.kill()
  const log = await open({ url: `${urlOf(store, next)}?tls=false` })
  const { until: followed, seen } = following(log)
  appended(await log.append('note-1', [written(1)], -1))
  await followed(1)
  await next.restart()
  // from now on only the new one sees what is appended
  await store.send({ order: 'follow', leader: next.port })
  await surely(log, 'note-1', [written(2)], 0)
  await followed(2)
  assert.equal(revisionsOf(seen), revisionsOf(await everything(log)))
  assert.is(states[0], 'another member of the cluster leads')
})

test('an append of the time of an election is written when the server leads again', async ({ open, store, states }) => {
  const log = await open()
  appended(await log.append('note-1', [written(1)], -1))
  await store.send({ order: 'elect', on: true })
  const appending = log.append('note-1', [written(2)], 0)
  await until(
    async () => states.length,
    count => count === 1,
  )
  await store.send({ order: 'elect', on: false })
  assert.is(appended(await appending).revision, 1)
  assert.equal(states, ['it failed (unknown)', undefined])
})

test.run()
