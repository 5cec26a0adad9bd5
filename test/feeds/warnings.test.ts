import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { warningsOf } from '../../src/feeds/warnings.ts'

const test = suite('warnings of a feed')

test('a picture that an ad can load is not broken, with or without a scheme (SOURCE-18)', () => {
  const pictures = ['https://i.example/a.png', '//i.example/a.png', '/assets/acme/a.png', '', '//', 'a.png', 'n/a']
  const { brokenImages } = warningsOf(
    [],
    pictures.map(image => ({ image })),
  )
  assert.equal(
    brokenImages.map(({ value }) => value),
    ['//', 'a.png', 'n/a'],
  )
})

test('a long value is cut between characters', () => {
  const { brokenImages } = warningsOf([], [{ image: `${'x'.repeat(199)}😀` }])
  assert.equal(brokenImages, [{ column: 'image', value: 'x'.repeat(199) }])
})

test.run()
