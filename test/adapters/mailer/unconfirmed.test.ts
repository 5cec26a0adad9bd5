import type { Socket } from 'node:net'
import { mock } from 'node:test'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Limits, patience } from '../../../src/adapters/mailer/patience.ts'
import { mail, sendTo, withListener } from '../../support/servers/mail-server.ts'
import { inTime } from '../../support/waiting/in-time.ts'

const test = suite('mails that may have arrived')

/** A server that takes whole mails, and does this instead of an answer. */
const withoutConfirming = (instead: (socket: Socket) => void, work: (port: number) => Promise<void>) =>
  withListener(socket => {
    let text = ''
    socket.write('220 mail.example ESMTP\r\n')
    socket.on('data', chunk => {
      text += chunk.toString()
      if (text.endsWith('\r\n.\r\n')) instead(socket)
      else if (!/DATA\r\n/.test(text)) socket.write('250 fine\r\n')
      else if (text.endsWith('DATA\r\n')) socket.write('354 go on\r\n')
    })
  }, work)
/** Writes a line of an endless reply until the client goes away. */
const drips = (socket: Socket) => {
  const timer = setInterval(() => socket.write('250-soon\r\n'), 5)
  socket.once('close', () => clearInterval(timer))
}
const unconfirmed = {
  permanent: false,
  isUnsure: true,
  reason: 'the mail server did not confirm the mail, which may have arrived',
}

for (const [what, instead, limits] of [
  ['hangs up', socket => socket.destroy(), {}],
  ['resets the connection', socket => socket.resetAndDestroy(), {}],
  ['says half an answer and hangs up', socket => socket.end('25'), {}],
  ['is silent', () => undefined, { answerMs: 50 }],
  ['never ends its answer', drips, { answerMs: 50 }],
] as readonly (readonly [string, (socket: Socket) => void, Partial<Limits>])[])
  test(`a mail may have arrived when its server has all of it and ${what}`, () =>
    withoutConfirming(instead, async port => {
      const sending = sendTo(`smtp://127.0.0.1:${port}`, mail(), limits)
      assert.equal(await inTime('an answer', sending), unconfirmed)
    }))

test('a mail has not arrived when its server says so, and then hangs up', () =>
  withoutConfirming(
    socket => socket.end('451 not now\r\n'),
    async port => assert.is((await sendTo(`smtp://127.0.0.1:${port}`))?.isUnsure, undefined),
  ))

test('a server that has all of a mail gets more time for its answer', () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const time = patience({ deadlineMs: 60_000, answerMs: 300_000 }, undefined)
    mock.timers.tick(59_999)
    time.hasAll()
    mock.timers.tick(299_999)
    assert.is(time.isOver(), false)
    mock.timers.tick(1)
    assert.equal([time.isOver(), time.signal.aborted], [true, true])
  } finally {
    mock.timers.reset()
  }
})

test.run()
