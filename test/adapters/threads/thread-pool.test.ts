import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type BoundedThread, openThread } from '../../../src/adapters/threads/bounded-thread.ts'
import { threadPool } from '../../../src/adapters/threads/thread-pool.ts'
import { inTime } from '../../support/waiting/in-time.ts'
import { until } from '../../support/waiting/until.ts'

const test = suite('a pool of threads')

test('a thread that broke after its answer is replaced before somebody else gets it', async () => {
  const opened: BoundedThread<string, string>[] = []
  const file = new URL('./leaving-thread.ts', import.meta.url)
  const open = () => {
    const thread = openThread<string, string>(file, { deadlineMs: 10_000, heapMb: 64 })
    opened.push(thread)
    return thread
  }
  const pool = threadPool(open, { inAll: 1, perAccount: 1 })
  const ask = (account: string, name: string) => inTime('an answer', pool.ask(account, name))
  assert.is(await ask('acme', 'the first'), 'answered the first')
  assert.is(await ask('acme', 'the last'), 'answered the last')
  assert.is(opened.length, 1)
  // only now: the end of a thread may overtake an answer that nobody has read yet
  const leave = new BroadcastChannel('leaving-thread')
  leave.postMessage('now')
  await until(
    async () => opened[0]!.hasEnded(),
    ended => ended,
  )
  leave.close()
  assert.is(await ask('fernhollow', 'another'), 'answered another')
  assert.is(opened.length, 2)
  await pool.close()
})

test.run()
