import * as fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isEncoded, matcher } from '../../src/http/match.ts'
import type { Method } from '../../src/operations/row.ts'

const test = suite('matching')
const table = (...rows: readonly [Method, string][]) =>
  matcher(rows.map(([method, path]) => ({ method, path, value: `${method} ${path}` })))
const routes = table(
  ['POST', '/sources/feed'],
  ['POST', '/sources/feed/process'],
  ['GET', '/sources/:id'],
  ['PUT', '/sources/feed/:id'],
  ['GET', '/sources/:objId/labels'],
  ['GET', '/assets/:account/*rest'],
  ['GET', '/'],
)
const find = (method: string, path: string) => routes.find(method, path)

test('a fixed word wins over a parameter, where the method fits', () => {
  assert.is(find('POST', '/sources/feed/process')?.found, 'POST /sources/feed/process')
  assert.equal(find('GET', '/sources/feed'), { found: 'GET /sources/:id', values: ['feed'] })
  assert.equal(find('PUT', '/sources/feed/process'), { found: 'PUT /sources/feed/:id', values: ['process'] })
  assert.equal(find('GET', '/sources/feed/labels'), { found: 'GET /sources/:objId/labels', values: ['feed'] })
  assert.equal(routes.allowed('/sources/feed'), ['GET', 'HEAD', 'POST'])
})

test('an empty segment is no parameter', () => {
  assert.is(find('GET', '/sources//labels'), undefined)
  assert.is(find('GET', '/sources/'), undefined)
  assert.is(find('GET', '/')?.found, 'GET /')
})

test('the rest of a path needs at least one segment', () => {
  assert.equal(find('GET', '/assets/acme/a/b')?.values, ['acme', 'a/b'])
  assert.is(find('GET', '/assets/acme'), undefined)
  assert.is(find('GET', '/assets/acme/a/b/c/d/e/f')?.values[1], 'a/b/c/d/e/f')
})

test('a slash at the end makes no other path, and one segment more does', () => {
  assert.is(find('POST', '/sources/feed/process/')?.found, 'POST /sources/feed/process')
  assert.equal(routes.allowed('/sources/feed/'), ['GET', 'HEAD', 'POST'])
  assert.is(find('POST', '/sources/feed/process/more'), undefined)
  assert.equal(routes.allowed('/a/b/c/d/e/f/g'), [])
})

test('any text comes through a parameter as it was', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), text => {
      const match = find('GET', `/sources/${encodeURIComponent(text)}`)
      return match?.values[0] === text
    }),
  )
})

test('case counts, and a path that is encoded wrongly is told', () => {
  assert.is(find('GET', '/Sources/x'), undefined)
  assert.not.ok(isEncoded('/a/%zz'))
  assert.ok(isEncoded('/a/%2F'))
})

test('two operations at one place are refused at the start', () => {
  assert.throws(() => table(['GET', '/a/:x'], ['GET', '/a/:y']), /two operations/)
})

test.run()
