import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { endOfTurn } from '../../../src/http/response/end-of-turn.ts'

const test = suite('responses of a turn')

test('responses that are made in one turn wait for its end, and are sent one right after the other', async () => {
  const turn = endOfTurn()
  const done: string[] = []
  const send = async (name: string) => {
    await turn()
    done.push(name)
  }
  const first = send('first')
  await Promise.resolve()
  const second = send('second')
  done.push('the rest of the turn')
  setImmediate(() => done.push('the next turn'))
  await Promise.all([first, second])
  assert.equal(done, ['the rest of the turn', 'first', 'second'])
})

test('a response of a later turn waits for the end of its own', async () => {
  const turn = endOfTurn()
  const first = turn()
  await first
  assert.is.not(turn(), first)
  await turn()
})

test.run()
