import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { keptBy } from '../../src/engine/kept-by.ts'

test('each owner has its own, opened once', () => {
  let opened = 0
  const of = keptBy(() => ++opened)
  const [one, two] = [{}, {}]
  assert.equal([of(one), of(two), of(one), of(two)], [1, 2, 1, 2])
})

test.run()
