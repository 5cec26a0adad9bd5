import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { pictureUrl } from '../../src/links/picture-url.ts'

const test = suite('addresses of pictures')

test('a picture is where its ad loads it from (CREATIVE-7)', () => {
  const of = (value: string) => pictureUrl(value, 'https://ads.example.com')
  assert.is(of('/assets/acme/pot.png'), 'https://ads.example.com/assets/acme/pot.png')
  assert.is(of('//cdn.example.com/pot.png'), 'https://cdn.example.com/pot.png')
  assert.is(of('http://img.example.com/pot.png'), 'http://img.example.com/pot.png')
  assert.is(of(''), '')
})

test.run()
