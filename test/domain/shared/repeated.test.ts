import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { repeatedAt } from '../../../src/domain/shared/repeated.ts'

test('every place but the first of a value is found', () => {
  assert.equal(repeatedAt(['a', 'b', 'a', 'c', 'b', 'a']), [2, 4, 5])
  assert.equal(repeatedAt([1, '1', true, null]), [])
  assert.equal(repeatedAt([]), [])
})

test('each value of a long list is read once', () => {
  let read = 0
  const list = new Proxy(
    Array.from({ length: 1_000 }, (_, n) => n),
    {
      get(values, name, self) {
        if (typeof name === 'string' && /^\d+$/.test(name)) read++
        return Reflect.get(values, name, self)
      },
    },
  )
  assert.equal(repeatedAt(list), [])
  assert.is(read, 1_000)
})

test.run()
