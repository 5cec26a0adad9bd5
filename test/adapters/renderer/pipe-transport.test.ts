import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { pipeTransport } from '../../../src/adapters/renderer/process/pipe-transport.ts'
import { until } from '../../support/waiting/until.ts'

const test = suite('renderer: the pipe to Chromium')

const opened = () => {
  const [commands, answers] = [new PassThrough(), new PassThrough()]
  const broken: unknown[] = []
  const received: object[] = []
  let closed = 0
  const transport = pipeTransport(commands, answers, reason => broken.push(reason))
  transport.onmessage = message => received.push(message)
  transport.onclose = () => {
    closed++
  }
  const receives = (count: number) =>
    until(
      async () => received.length,
      seen => seen >= count,
    )
  const closes = () =>
    until(
      async () => closed,
      seen => seen > 0,
    )
  return { transport, commands, answers, broken, received, receives, closes, closed: () => closed }
}

test('messages arrive whole and in order, however they are cut', async () => {
  const { answers, received, receives } = opened()
  const sent = Array.from({ length: 300 }, (_, i) => ({ id: i, text: 'é'.repeat(i % 50) }))
  const bytes = Buffer.from(sent.map(message => `${JSON.stringify(message)}\0`).join(''))
  for (let at = 0; at < bytes.length; at += 7) answers.write(bytes.subarray(at, at + 7))
  await receives(300)
  assert.equal(received, sent)
})

test('a command is JSON with a zero byte behind it', async () => {
  const { transport, commands } = opened()
  transport.send({ id: 1, method: 'Browser.getVersion' })
  transport.close()
  assert.is(await text(commands), '{"id":1,"method":"Browser.getVersion"}\0')
})

test('a flood of messages leaves the event loop to others, and is not read faster than it is handled', async () => {
  const { transport, answers, received, receives } = opened()
  const others: number[] = []
  const handled = new Promise<void>(resolve => {
    transport.onmessage = message => {
      received.push(message)
      // each costs a little, as in Playwright
      for (const end = performance.now() + 0.2; performance.now() < end; );
      if (received.length === 2_000) resolve()
    }
  })
  const other = () => {
    others.push(received.length)
    if (received.length < 2_000) setImmediate(other)
  }
  setImmediate(other)
  const message = Buffer.from(`${JSON.stringify({ text: 'x'.repeat(20_000) })}\0`)
  let isFull = false
  for (let i = 0; i < 2_000; i++) if (!answers.write(message)) isFull = true
  await Promise.race([handled, receives(2_000)])
  assert.ok(isFull, 'everything was read at once')
  assert.ok(others.length > 20, `others had ${others.length} turns`)
})

test('all that follows from the last message happens before the connection ends', async () => {
  const { transport, answers } = opened()
  let following = 0
  transport.onmessage = async () => {
    following += 1
    for (let i = 0; i < 20; i++) await undefined
    following -= 1
  }
  const atEnd = new Promise<number>(resolve => {
    transport.onclose = () => resolve(following)
  })
  answers.end(Buffer.from('{"id":1}\0{"id":2}\0'))
  assert.is(await atEnd, 0)
})

test('all that follows from a message happens before the next one', async () => {
  const { transport, answers, receives, received } = opened()
  let depth = 0
  const depths: number[] = []
  transport.onmessage = async message => {
    received.push(message)
    depths.push(++depth)
    for (let i = 0; i < 20; i++) await undefined
    depth--
  }
  answers.write('{"id":1}\0{"id":2}\0{"id":3}\0')
  await receives(3)
  assert.equal(depths, [1, 1, 1])
})

test('what cannot be read ends the connection, not the node', async () => {
  const { answers, broken, closes, closed } = opened()
  answers.write('{"id":1}\0not JSON\0{"id":2}\0')
  await closes()
  assert.is(broken.length, 1)
  assert.is(closed(), 1)
})

test('a message without end ends the connection', async () => {
  const { answers, broken, closes } = opened()
  const chunk = Buffer.alloc(16 * 1024 * 1024, 'x')
  for (let i = 0; i < 17; i++) answers.write(chunk)
  await closes()
  assert.match(String(broken[0]), 'a message has more than')
})

test('the end of the pipe is reported once, after its messages', async () => {
  const { transport, answers, received, closes } = opened()
  answers.end('{"id":1}\0{"id":2}\0')
  await closes()
  assert.is(received.length, 2)
  assert.throws(() => transport.send({}), 'Chromium has ended')
})

test.run()
