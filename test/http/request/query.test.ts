import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fieldsOf } from '../../../src/http/request/query.ts'

const plain = (text: string) => ({ ...fieldsOf(text) })

test('a repeated parameter has all its values, in order', () => {
  assert.equal(plain('filters=a,b&limit=1&filters=c&filters='), { filters: ['a,b', 'c', ''], limit: '1' })
  const many = Array.from({ length: 8_000 }, (_, i) => String(i))
  assert.equal(plain(many.map(n => `a=${n}`).join('&')), { a: many })
})

test('a plus is a space, and a percent sign that is not part of an encoding is data', () => {
  assert.equal(plain('filters=name+like+100%&a=%zz&b=%C3%A4'), { filters: 'name like 100%', a: '%zz', b: 'ä' })
})

test('a parameter may have the name of a property that every object has', () => {
  const fields = fieldsOf('constructor=a&__proto__=b&toString=c')
  assert.equal(Object.entries(fields), [
    ['constructor', 'a'],
    ['__proto__', 'b'],
    ['toString', 'c'],
  ])
})

test.run()
