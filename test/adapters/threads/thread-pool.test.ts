import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { BoundedThread } from '../../../src/adapters/threads/bounded-thread.ts'
import { threadPool } from '../../../src/adapters/threads/thread-pool.ts'
import { inTime } from '../../support/waiting/in-time.ts'
import { until } from '../../support/waiting/until.ts'

const test = suite('a pool of threads')

test('a thread that broke after its answer is replaced before somebody else gets it', async () => {
  const file = new URL('./leaving-thread.ts', import.meta.url)
  const pool = threadPool<string, string>(file, { deadlineMs: 10_000, heapMb: 64, inAll: 1, perAccount: 1 })
  const lent = () =>
    inTime(
      'a thread',
      pool.lend('acme', async (thread): Promise<BoundedThread<string, string>> => thread),
    )
  const ask = (account: string, name: string) => inTime('an answer', pool.ask(account, name))
  assert.is(await ask('acme', 'the first'), 'answered the first')
  assert.is(await ask('acme', 'the last'), 'answered the last')
  const first = await lent()
  // only now: the end of a thread may overtake an answer that nobody has read yet
  const leave = new BroadcastChannel('leaving-thread')
  leave.postMessage('now')
  await until(
    async () => first.hasEnded(),
    ended => ended,
  )
  leave.close()
  assert.is(await ask('fernhollow', 'another'), 'answered another')
  assert.is.not(await lent(), first)
  await pool.close()
})

test.run()
