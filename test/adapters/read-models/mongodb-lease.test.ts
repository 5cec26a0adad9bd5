import { MongoClient } from 'mongodb'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { feedUnderLease } from '../../../src/adapters/read-models/mongodb/feed.ts'
import { leaseNameOf, whileLeading } from '../../../src/adapters/read-models/mongodb/lease.ts'
import { openMongoSecretStore } from '../../../src/adapters/secret-store/mongodb.ts'
import { type MongoUnderTest, onMongo, startMongo } from '../../support/servers/mongodb.ts'
import { inTime } from '../../support/waiting/in-time.ts'

type Leading = ReturnType<typeof whileLeading>
type Context = { server: MongoUnderTest; client: MongoClient; name: string; turn: number; running: Leading[] }

/** Nodes that compete for one lease: which ones work now, and the maximum at the same time. */
const nodesOn = ({ client, name, running }: Context) => {
  const working = new Set<string>()
  const starts: string[] = []
  let most = 0
  let changed: () => void = () => {}
  let skew = 0
  const node = (id: string) => {
    const db = client.db()
    const leading = whileLeading(
      {
        db,
        name,
        node: id,
        beatMs: 5,
        silenceMs: 600_000,
        clock: { now: () => new Date(), monotonic: () => performance.now() + skew },
        onError: error => assert.unreachable(String(error)),
      },
      () => {
        starts.push(id)
        working.add(id)
        most = Math.max(most, working.size)
        changed()
        return {
          stop: async () => {
            working.delete(id)
            changed()
          },
        }
      },
    )
    running.push(leading)
    return leading
  }
  const until = (holds: () => boolean) => {
    const turns = async () => {
      while (!holds()) await new Promise<void>(resolve => (changed = resolve))
    }
    return inTime('another node to work', turns(), () => [...working].join())
  }
  return { node, working, starts, most: () => most, until, later: (ms: number) => (skew += ms) }
}

onMongo('leases and secrets in MongoDB', server => {
  const test = suite<Context>(`leases and secrets (${server})`)
  test.before(async context => {
    context.server = await startMongo()
    context.client = new MongoClient(context.server.url)
    context.turn = 0
  })
  test.before.each(context => {
    context.turn += 1
    context.running = []
    context.name = `lease-${context.turn}`
  })
  test.after.each(async ({ running }) => {
    await Promise.all(running.map(({ stop }) => stop()))
  })
  test.after(async ({ client, server: { close } }) => {
    await client.close()
    await close()
  })

  test('one of three nodes works; when it stops, another takes over at once', async context => {
    const { node, working, starts, most, until } = nodesOn(context)
    const nodes = new Map(['a', 'b', 'c'].map(id => [id, node(id)]))
    for (let turn = 1; turn <= 3; turn++) {
      await until(() => working.size === 1)
      const [leader] = working
      assert.ok(nodes.get(leader!)!.leads())
      await nodes.get(leader!)!.stop()
      nodes.delete(leader!)
      assert.ok(!working.has(leader!))
    }
    assert.equal([...new Set(starts)].sort(), ['a', 'b', 'c'])
    // FerretDB reads and writes in two steps: two nodes may acquire a lease until one notices that it has lost it
    if (server !== 'FerretDB') assert.is(most(), 1)
  })

  test('another node takes over from one without heartbeats after the silence, and not before', async context => {
    const { node, working, until, later } = nodesOn(context)
    // what a dead node leaves: a holder whose beat does not change
    await context.client
      .db()
      .collection('leases')
      .insertOne({ _id: context.name, holder: 'dead', beat: 41 } as object)
    const waits = node('waits')
    const row = () =>
      context.client
        .db()
        .collection('leases')
        .findOne({ _id: context.name } as object)
    assert.is((await row())?.holder, 'dead')
    later(600_001)
    // the silence starts when the beat was first seen, which may be after the jump
    const pushing = setInterval(() => later(600_001), 10)
    await until(() => working.has('waits'))
    clearInterval(pushing)
    assert.is((await row())?.holder, 'waits')
    await waits.stop()
    assert.is((await row())?.holder, null, 'the lease is released')
  })

  test('a holder whose lease was taken stops its work', async context => {
    const { node, working, until } = nodesOn(context)
    const held = node('slow')
    await until(() => working.has('slow'))
    const leases = context.client.db().collection('leases')
    const taken = { $set: { holder: 'other' }, $inc: { beat: 1 } }
    // repeated, because a beat that FerretDB was about to write reverts it
    do await leases.updateOne({ _id: context.name } as object, taken)
    while (working.size > 0)
    await held.stop()
    assert.is(
      (await leases.findOne({ _id: context.name } as object))?.holder,
      'other',
      'it releases only its own lease',
    )
  })

  test('nodes of one release share the feeding lease, whatever the order of their views', async context => {
    const [a, b] = [1, 2].map(version => ({ name: 'notes', version, indexes: [] }))
    assert.is(leaseNameOf([a!, b!]), leaseNameOf([b!, a!]))
    assert.is.not(leaseNameOf([a!]), leaseNameOf([b!]))
    const lease = {
      db: context.client.db(),
      node: 'feeder',
      beatMs: 5,
      onError: (error: unknown) => assert.unreachable(String(error)),
    }
    let stopped = 0
    let runner: ReturnType<typeof feedUnderLease> | undefined
    const started = new Promise<void>(resolve => {
      runner = feedUnderLease([a!], lease, () => {
        resolve()
        return {
          stop: async () => {
            stopped += 1
          },
        }
      })
    })
    await inTime('the feeder', started).finally(() => runner?.stop())
    assert.is(stopped, 1)
  })

  test('a secret is replaced only if it is still the expected one', async ({ client }) => {
    const [one, two] = [openMongoSecretStore(client.db()), openMongoSecretStore(client.db())]
    await one.put('replaced', 'first')
    assert.is(await one.replace('replaced', 'first', 'one'), true)
    assert.is(await two.replace('replaced', 'first', 'two'), false)
    assert.is(await two.get('replaced'), 'one')
    await one.delete('replaced')
    assert.is(await two.replace('replaced', 'one', 'two'), false)
  })

  test('nodes that create a secret at once all get the same one, and a deleted one is gone', async ({ client }) => {
    const [one, two] = [openMongoSecretStore(client.db()), openMongoSecretStore(client.db())]
    const put = await Promise.all(
      Array.from({ length: 10 }, (_, i) => (i % 2 ? one : two).put('pepper', `sealed-${i}`)),
    )
    assert.is(new Set(put).size, 1)
    assert.is(await two.get('pepper'), put[0])
    assert.is(await one.put('pepper', 'later'), put[0])
    await one.delete('pepper')
    assert.is(await two.get('pepper'), undefined)
    assert.is(await two.put('pepper', 'new'), 'new')
  })

  test.run()
})
