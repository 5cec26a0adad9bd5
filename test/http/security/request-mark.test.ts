import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { requestMark } from '../../../src/http/security/request-mark.ts'
import { testSecrets } from '../../support/service/http.ts'

const test = suite('marks of requests')
type Context = Parameters<typeof requestMark>[2]
const markOf = (body: unknown) =>
  requestMark(testSecrets, 'key', { request: { body }, query: {}, state: {} } as Context)

test('an empty object is the same request as no body, any other body is another one (HTTP-21)', () => {
  const [absent, empty] = [markOf(undefined), markOf({})]
  assert.ok(absent.fits(empty.kept) && empty.fits(absent.kept))
  for (const other of [{ a: 1 }, []]) {
    assert.not.ok(markOf(other).fits(absent.kept) || absent.fits(markOf(other).kept))
  }
})

test.run()
