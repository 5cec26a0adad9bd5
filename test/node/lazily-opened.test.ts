import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { lazilyOpened } from '../../src/node/lazily-opened.ts'

type Lamp = { light(room: string): Promise<string>; close(): Promise<void> }

const lampOf = (calls: string[], broken = false) =>
  lazilyOpened<Lamp>(['light'], async () => {
    calls.push('opened')
    if (broken) throw new Error('no power')
    return {
      light: async room => `light in the ${room}`,
      close: async () => void calls.push('closed'),
    }
  })

test('a port is opened once, by the first call, and closed', async () => {
  const calls: string[] = []
  const lamp = lampOf(calls)
  assert.equal(calls, [])
  assert.equal(await Promise.all([lamp.light('hall'), lamp.light('attic')]), [
    'light in the hall',
    'light in the attic',
  ])
  await lamp.close()
  assert.equal(calls, ['opened', 'closed'])
})

test('an unused port is neither opened nor closed', async () => {
  const calls: string[] = []
  await lampOf(calls).close()
  assert.equal(calls, [])
})

test('a port that cannot be opened rejects every call with the reason, and can still be closed', async () => {
  const calls: string[] = []
  const lamp = lampOf(calls, true)
  for (const room of ['hall', 'attic'])
    assert.is(await lamp.light(room).catch((error: Error) => error.message), 'no power')
  await lamp.close()
  assert.equal(calls, ['opened'])
})

test.run()
