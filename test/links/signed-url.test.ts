import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checkSignedUrl, signUrl } from '../../src/links/signed-url.ts'
import { keyPair, secretsUnder } from '../support/memory/secrets.ts'

const test = suite('signed links')
const secrets = await secretsUnder(keyPair('k1'))
const hour = 3_600_000
const now = new Date('2026-03-01T12:34:56.789Z')
const path = '/downloads/acme/abc/Spring.zip'
const partsOf = (link: string) => {
  const { pathname, searchParams } = new URL(link, 'http://ads.test')
  return { path: pathname, query: Object.fromEntries(searchParams) as { expires: string; signature: string } }
}
const check = (link: string, at = now) => {
  const { path, query } = partsOf(link)
  return checkSignedUrl(secrets, path, query, at)
}
const aTime = fc.date({ min: new Date('2020-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })

test('a link expires at a full hour, in 24 to 25 hours', () => {
  fc.assert(
    fc.property(aTime, at => {
      const expires = Number(partsOf(signUrl(secrets, path, at)).query.expires) * 1000
      assert.is(expires % hour, 0)
      assert.ok(expires - at.getTime() >= 24 * hour)
      assert.ok(expires - at.getTime() < 25 * hour)
    }),
  )
})

test('responses within the same hour contain the same link, so that they can be compared and cached', () => {
  fc.assert(
    fc.property(aTime, fc.nat(hour - 1), fc.nat(hour - 1), (day, one, two) => {
      // the first moment of an hour still belongs to the previous link
      const start = Math.floor(day.getTime() / hour) * hour + 1
      const [a, b] = [one, two].map(ms => signUrl(secrets, path, new Date(start + ms)))
      assert.is(a, b)
    }),
  )
  assert.is.not(signUrl(secrets, path, now), signUrl(secrets, path, new Date(now.getTime() + hour)))
})

test('a link works until it expires, and an expired link is distinguished from a forged one', () => {
  const link = signUrl(secrets, path, now)
  const end = Number(partsOf(link).query.expires) * 1000
  assert.is(check(link), 'ok')
  assert.is(check(link, new Date(end - 1)), 'ok')
  assert.is(check(link, new Date(end)), 'expired')
  assert.is(check(link, new Date(end + 365 * 24 * hour)), 'expired')
})

test('a different path, expiry or signature is forged', () => {
  const { query } = partsOf(signUrl(secrets, path, now))
  const status = (p: string, q: Partial<typeof query>) => checkSignedUrl(secrets, p, { ...query, ...q }, now)
  assert.is(status(path, {}), 'ok')
  for (const other of [
    '/downloads/other/abc/Spring.zip',
    `${path}x`,
    path.slice(0, -1),
    '',
    `${path}?${query.expires}`,
  ])
    assert.is(status(other, {}), 'forged', other)
  const later = String(Number(query.expires) + 3_600)
  for (const expires of [
    later,
    '',
    ` ${query.expires}`,
    `+${query.expires}`,
    `0${query.expires}`,
    '9'.repeat(13),
    'NaN',
  ])
    assert.is(status(path, { expires }), 'forged', expires)
  const { signature } = query
  for (const other of ['', signature.slice(1), `${signature}A`, signature.toUpperCase(), `${signature}=`])
    assert.is(status(path, { signature: other }), 'forged', other)
  assert.is(checkSignedUrl(secrets, path, {}, now), 'forged')
})

test('changing any character of a link makes it forged', () => {
  const link = signUrl(secrets, path, now)
  fc.assert(
    fc.property(fc.nat(link.length - 1), fc.constantFrom(...'aZ09-_'), (at, character) => {
      fc.pre(link[at] !== character)
      const altered = link.slice(0, at) + character + link.slice(at + 1)
      assert.is(check(altered), 'forged', altered)
    }),
    { numRuns: 500 },
  )
})

test('signatures for other purposes are not valid links', () => {
  const { query } = partsOf(signUrl(secrets, path, now))
  const signature = secrets.sign('cursor', `${path}?${query.expires}`)
  assert.is(checkSignedUrl(secrets, path, { ...query, signature }, now), 'forged')
})

test.run()
