import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { lazilyOpened } from '../../src/node/lazily-opened.ts'

type Lamp = { light(room: string): Promise<string>; close(): Promise<void> }

const lampOf = (said: string[], broken = false) =>
  lazilyOpened<Lamp>(['light'], async () => {
    said.push('opened')
    if (broken) throw new Error('no power')
    return {
      light: async room => `light in the ${room}`,
      close: async () => void said.push('closed'),
    }
  })

test('an adapter is opened once, by the first call, and closed', async () => {
  const said: string[] = []
  const lamp = lampOf(said)
  assert.equal(said, [])
  assert.equal(await Promise.all([lamp.light('hall'), lamp.light('attic')]), [
    'light in the hall',
    'light in the attic',
  ])
  await lamp.close()
  assert.equal(said, ['opened', 'closed'])
})

test('one that nobody wanted is neither opened nor closed', async () => {
  const said: string[] = []
  await lampOf(said).close()
  assert.equal(said, [])
})

test('one that cannot be opened tells every caller why, and does not keep a node from stopping', async () => {
  const said: string[] = []
  const lamp = lampOf(said, true)
  for (const room of ['hall', 'attic'])
    assert.is(await lamp.light(room).catch((error: Error) => error.message), 'no power')
  await lamp.close()
  assert.equal(said, ['opened'])
})

test.run()
