import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { aggregates } from '../../src/domain/aggregates.ts'

// an account may be called run-acme: its feed-… stream must not be one of feed-run-…
test('no category of streams begins with another one', () => {
  const categories = aggregates.map(({ category }) => category)
  assert.equal(
    categories.flatMap(one =>
      categories.filter(other => other.startsWith(`${one}-`)).map(other => `${other} and ${one}`),
    ),
    [],
  )
})

test.run()
