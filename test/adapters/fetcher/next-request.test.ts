import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { nextRequest } from '../../../src/adapters/fetcher/next-request.ts'
import { Refused } from '../../../src/adapters/fetcher/refused.ts'

const test = suite('the request after a redirect')
const asked = { url: '', method: 'POST', body: 'key=secret', maxBytes: 1_000 } as const
const after = (from: string, to: string) => nextRequest({ ...asked, url: from }, new URL(from), new URL(to), 308)

for (const [from, to] of [
  ['https://shop.example/feed', 'https://shop.example/other'],
  ['http://shop.example/feed', 'https://shop.example/feed'],
] as const)
  test(`has the body of the one before from ${from} to ${to}`, () => {
    assert.equal([after(from, to).url, after(from, to).body], [to, asked.body])
  })

for (const [from, to] of [
  ['https://shop.example/feed', 'https://other.example/feed'],
  ['http://shop.example/feed', 'https://other.example/feed'],
  ['https://shop.example/feed', 'http://shop.example/feed'],
  ['http://shop.example/feed', 'https://shop.example:8443/feed'],
  ['http://shop.example:8080/feed', 'https://shop.example/feed'],
] as const)
  test(`is refused from ${from} to ${to}`, () => {
    assert.throws(
      () => after(from, to),
      (error: unknown) => error instanceof Refused && error.code === 'address-refused',
    )
  })

test.run()
