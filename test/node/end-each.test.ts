import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { endEach, endedBy } from '../../src/node/end-each.ts'

const test = suite('parts that are ended together')

const failing = (why: string) => async () => {
  throw new Error(why)
}
const failureOf = (ended: Promise<void>): Promise<unknown> =>
  ended.then(
    () => undefined,
    (error: unknown) => error,
  )

test('each is ended after the one before it', async () => {
  const ended: string[] = []
  const slow = async () => {
    await Promise.resolve()
    ended.push('slow')
  }
  await endEach(slow, () => void ended.push('last'))
  assert.equal(ended, ['slow', 'last'])
})

test('a part that cannot be ended keeps none of the others', async () => {
  const ended: string[] = []
  const error = await failureOf(endEach(failing('mail'), () => void ended.push('pages')))
  assert.is((error as Error).message, 'mail')
  assert.equal(ended, ['pages'])
})

test('all failures are reported', async () => {
  const error = await failureOf(endEach(failing('mail'), failing('pages')))
  assert.instance(error, AggregateError)
  assert.equal(
    (error as AggregateError).errors.map(({ message }) => message),
    ['mail', 'pages'],
  )
})

test('what failed before says why, even if the parts that it ends cannot be ended', async () => {
  const ended: string[] = []
  const ends = endedBy(failing('mail'), () => void ended.push('pages'))
  const error = await failureOf(ends(new Error('no connection')))
  assert.is((error as Error).message, 'no connection')
  assert.equal(ended, ['pages'])
})

test.run()
