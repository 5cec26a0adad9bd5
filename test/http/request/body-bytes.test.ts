import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { bytesInFlight } from '../../../src/http/admission/bytes-in-flight.ts'
import { bytesOf } from '../../../src/http/request/body-bytes.ts'
import { until } from '../../support/waiting/until.ts'

const test = suite('the bytes of a body')
const declared = 100_000
const half = (name: string) => ({ name, share: 0.5 })

/** A request whose body the test writes. */
const requestOf = (length: number) =>
  Object.assign(new PassThrough(), { headers: { 'content-length': String(length) } }) as unknown as IncomingMessage &
    PassThrough

test('a slow body holds room only for what has arrived, and needs room for the rest', async () => {
  const bytes = bytesInFlight(2 * declared)
  const [slow, refused] = [requestOf(declared), requestOf(declared)]
  const bodies = [slow, refused].map(req => {
    const hold = bytes.hold(half(req === slow ? 'slow' : 'refused'))
    return { body: bytesOf(req, declared, hold, 1), hold }
  })
  slow.write('x'.repeat(1_000))
  refused.write('x'.repeat(1_000))
  await until(
    async () => bytes.total(),
    total => total === 2_000,
  )
  slow.end('x'.repeat(declared - 1_000))
  assert.is(String(await bodies[0]!.body).length, declared)
  // meanwhile others have taken the room
  assert.ok(bytes.hold(half('another')).resize(declared - 1_000))
  refused.end('x'.repeat(declared - 1_000))
  assert.is(await bodies[1]!.body, 'no room')
  for (const { hold } of bodies) hold.release()
  assert.is(bytes.total(), declared - 1_000)
})

test('a body whose client hung up before it is read is cut off, and holds nothing', async () => {
  const bytes = bytesInFlight(2 * declared)
  const gone = requestOf(50)
  const closed = once(gone, 'close')
  gone.destroy()
  await closed
  assert.is(await bytesOf(gone, declared, bytes.hold(half('a'))), 'cut')
  assert.is(bytes.total(), 0)
})

test('a body of no declared length may have as many bytes as one with it, and is read no further', async () => {
  const bytes = bytesInFlight(4 * declared)
  const chunked = () => Object.assign(requestOf(0), { headers: {} })
  const [fits, tooLarge] = [chunked(), chunked()]
  const whole = bytesOf(fits, declared, bytes.hold(half('a')))
  for (const part of [1, declared - 1]) fits.write('x'.repeat(part))
  fits.end()
  assert.is((await whole).length, declared)
  const hold = bytes.hold(half('b'))
  const before = bytes.total()
  const refused = bytesOf(tooLarge, declared, hold)
  for (const part of [declared, 1, declared]) tooLarge.write('x'.repeat(part))
  assert.is(await refused, 'too large')
  tooLarge.end()
  await once(tooLarge, 'close')
  assert.is(bytes.total() - before, declared, 'what comes after it needs no room')
})

test('a body that is cut off, or larger than it may be, is none', async () => {
  const bytes = bytesInFlight(2 * declared)
  const cut = requestOf(50)
  const cutBody = bytesOf(cut, declared, bytes.hold(half('a')))
  cut.destroy()
  assert.is(await cutBody, 'cut')
  assert.is(await bytesOf(requestOf(declared + 1), declared, bytes.hold(half('a'))), 'too large')
})

test.run()
