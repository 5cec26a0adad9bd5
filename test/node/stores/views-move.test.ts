import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { viewsMove } from '../../../src/node/stores/views-move.ts'

const test = suite('views that follow the log')

const watched = () => {
  let now = 0
  const { seen, stall, isLate } = viewsMove(() => now)
  return {
    /** The positions after so many seconds more. */
    after: (seconds: number, head: number, reflected: number) => {
      now += seconds * 1_000
      seen(BigInt(head), BigInt(reflected))
      return stall()
    },
    isLate,
  }
}

test('views that stand still while the log moves on are reported after 5 s', () => {
  const { after } = watched()
  assert.is(after(0, 10, 10), undefined)
  assert.is(after(60, 10, 10), undefined, 'nothing happened')
  assert.is(after(1, 12, 10), undefined)
  assert.is(after(4.9, 20, 10), undefined)
  assert.is(after(0.2, 21, 10), 'views: they have not moved for 5 s while the log has')
  assert.is(after(1, 21, 11), undefined, 'they move again')
})

test('views that are behind but move are not', () => {
  const { after } = watched()
  for (let i = 0; i < 20; i++) assert.is(after(4, 100 + i, i), undefined)
})

test('views that are ahead of the log are reported after 5 s: the log is an older copy', () => {
  const { after } = watched()
  assert.is(after(0, 10, 10), undefined)
  assert.is(after(1, 10, 12), undefined, 'they may have moved since the head was read')
  assert.is(after(1, 10, 13), undefined)
  assert.is(after(4.9, 10, 20), undefined)
  assert.match(after(0.2, 10, 21) ?? '', /^views: they are ahead of the log of this node/)
  assert.match(after(60, 10, 21) ?? '', /^views: they are ahead/)
  assert.is(after(1, 21, 21), undefined, 'the log has what they reflect')
})

test('views that another node moves on while the head is read are not', () => {
  const { after } = watched()
  for (let i = 0; i < 20; i++) assert.is(after(4, 100 + i, 101 + i), undefined)
})

test('views are late while they do not reflect what the log had two seconds ago, also if they move', () => {
  const { after, isLate } = watched()
  after(0, 10, 10)
  assert.not(isLate(), 'nothing is known yet')
  for (let i = 1; i < 10; i++) {
    after(0.5, 10 + i, 9 + i)
    assert.not(isLate(), 'one event behind')
  }
  const late: boolean[] = []
  for (let i = 0; i < 6; i++) {
    after(0.5, 100 + i, 20 + i)
    late.push(isLate())
  }
  assert.equal(late, [false, false, false, false, true, true])
  after(0.5, 107, 103)
  assert.not(isLate(), 'they reflect what the log had two seconds ago')
})

test.run()
