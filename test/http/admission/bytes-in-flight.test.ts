import * as fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { bytesInFlight } from '../../../src/http/admission/bytes-in-flight.ts'

const test = suite('bytes in flight')
const half = (name: string) => ({ name, share: 0.5 })

test('all holders together hold no more than the bound, and each at most half of it', () => {
  const bytes = bytesInFlight(100)
  assert.ok(bytes.hold(half('acme')).resize(50))
  assert.not.ok(bytes.hold(half('acme')).resize(1), 'acme has its half')
  assert.ok(bytes.hold(half('other')).resize(40))
  assert.not.ok(bytes.hold(half('third')).resize(11))
  assert.ok(bytes.hold(half('third')).resize(10))
  assert.is(bytes.total(), 100)
})

test('bytes may count for several holders, each with its own share', () => {
  const bytes = bytesInFlight(100)
  const of = (address: string) => bytes.hold(half('public'), { name: address, share: 0.25 })
  const one = of('one')
  assert.ok(one.resize(25))
  assert.not.ok(of('one').resize(1))
  assert.ok(of('two').resize(25))
  assert.not.ok(of('three').resize(1), 'the public has its half')
  one.release()
  assert.ok(of('three').resize(25))
  assert.is(bytes.total(), 50)
})

test('a hold grows and shrinks; what is released is free again', () => {
  const bytes = bytesInFlight(100)
  const one = bytes.hold(half('acme'))
  assert.ok(one.resize(30))
  const two = bytes.hold(half('acme'))
  assert.ok(two.resize(20))
  assert.not.ok(two.resize(21))
  assert.ok(one.resize(10))
  assert.ok(two.resize(40))
  assert.is(bytes.total(), 50)
  one.release()
  two.release()
  two.release()
  assert.is(bytes.total(), 0)
  assert.ok(bytes.hold(half('acme')).resize(50))
})

test('a holder of nothing else may hold more than there is room for, but no second time', () => {
  const bytes = bytesInFlight(100)
  assert.ok(bytes.hold(half('other')).resize(50))
  const one = bytes.hold(half('acme'))
  assert.ok(one.resizeOrAlone(1_000))
  assert.not.ok(bytes.hold(half('acme')).resizeOrAlone(1))
  assert.not.ok(bytes.hold(half('third')).resize(1))
  one.release()
  assert.ok(bytes.hold(half('acme')).resizeOrAlone(50))
})

test('whatever is held and released, in any order, nothing is left at the end', () => {
  const holder = fc.constantFrom('a', 'b', 'c')
  const step = fc.record({ holder, sizes: fc.array(fc.nat(60)), alone: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step), steps => {
      const bytes = bytesInFlight(100)
      const holds = steps.map(({ holder, sizes, alone }) => {
        const hold = bytes.hold(half(holder))
        for (const size of sizes)
          if (alone) hold.resizeOrAlone(size)
          else hold.resize(size)
        return hold
      })
      if (steps.every(({ alone }) => !alone)) assert.ok(bytes.total() <= 100)
      for (const hold of holds) hold.release()
      assert.is(bytes.total(), 0)
      assert.ok(bytes.hold(half('a')).resize(50))
    }),
  )
})

test.run()
