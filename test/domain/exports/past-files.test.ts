import * as fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { neededFiles, overdueFiles, pastAfter } from '../../../src/domain/exports/past-files.ts'
import { isOver } from '../../../src/domain/shared/unused-files.ts'
import { signUrl } from '../../../src/links/signed-url.ts'

const at = (hours: number) => new Date(Date.parse('2026-05-01T10:00:00.000Z') + hours * 3_600_000)
const past = (zip: string, hours: number) => ({ zip, until: at(hours).toISOString() })
const none = { status: 'NOT_INITIATED', past: [] }

test('an offered file is needed at any age', () => {
  const offered = { status: 'COMPLETED', zip: 'a', past: [] }
  assert.equal([neededFiles(offered, at(1e5)), overdueFiles(offered, at(1e5))], [['a'], []])
  assert.equal(neededFiles({ ...offered, status: 'AVAILABLE' }, at(0)), ['a'])
  assert.equal(neededFiles({ ...offered, status: 'ARCHIVED' }, at(0)), [], 'an archived file has no valid link')
})

test('a replaced file is needed for 26 hours, then overdue', () => {
  const state = { status: 'COMPLETED', zip: 'b', past: [past('a', 0)] }
  assert.equal(neededFiles(state, at(25.9)), ['b', 'a'])
  assert.equal(overdueFiles(state, at(25.9)), [])
  assert.equal(neededFiles(state, at(26)), ['b'])
  assert.equal(overdueFiles(state, at(26)), ['a'])
})

test('every link signed while a file was offered expires before the file is overdue', () =>
  fc.assert(
    fc.property(fc.nat(40 * 86_400_000), fc.nat(3_600_000), (signedMs, laterMs) => {
      const signed = new Date(at(0).getTime() + signedMs)
      const expires = Number(
        new URL(signUrl({ sign: () => 's' }, '/x', signed), 'http://h').searchParams.get('expires'),
      )
      const until = new Date(signed.getTime() + laterMs)
      assert.not.ok(isOver(until, new Date(expires * 1000)))
    }),
  ))

test('a file is past once it is replaced or no longer offered', () => {
  const offered = { status: 'COMPLETED', zip: 'a', past: [past('z', 0)] }
  const when = at(5).toISOString()
  assert.equal(pastAfter(offered, { status: 'INITIATED' }, when), [past('z', 0), past('a', 5)])
  assert.equal(pastAfter(offered, { status: 'AVAILABLE', zip: 'b' }, when), [past('z', 0), past('a', 5)])
  assert.equal(pastAfter(offered, { status: 'ARCHIVED', zip: 'a' }, when), [past('z', 0), past('a', 5)])
})

test('a file that is offered again is not past, and each file is past once, since its last offer', () => {
  assert.equal(pastAfter({ ...none, past: [past('a', 0)] }, { status: 'COMPLETED', zip: 'a' }, at(5).toISOString()), [])
  const again = { status: 'COMPLETED', zip: 'a', past: [past('a', 0)] }
  assert.equal(pastAfter(again, { status: 'INITIATED' }, at(5).toISOString()), [past('a', 5)])
  assert.equal(pastAfter(again, again, at(5).toISOString()), [], 'the same bytes, offered throughout')
})

test.run()
