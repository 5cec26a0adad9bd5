import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openWatch, pauseWhileWaited } from '../../../src/adapters/read-models/mongodb/watch.ts'
import { settles } from '../../support/memory/node.ts'

test('a look that fails because the watch was closed is no outage, and tells nobody of views', async () => {
  const said: unknown[] = []
  let reflected = 1n
  const looking = Promise.withResolvers<void>()
  let looks = 0
  const watch = openWatch({
    look: () => (looks++ === 0 ? Promise.resolve() : looking.promise),
    feeds: () => false,
    dueIn: () => 0,
    reflected: () => reflected,
    onState: problem => said.push(problem),
  })
  await watch.start()
  watch.onMoved(position => said.push(position))
  const second = watch.start()
  watch.close()
  reflected = 2n
  looking.reject(new Error('the client is closed'))
  await second
  await settles()
  assert.equal(said, [])
})

test('a reader is answered soon where looks are short, and long looks have the pauses that they had', () => {
  assert.equal([0.5, 2, 5, 300].map(pauseWhileWaited), [5, 8, 20, 20])
})

test.run()
