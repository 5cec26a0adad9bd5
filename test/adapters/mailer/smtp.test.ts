import type { Socket } from 'node:net'
import { mock } from 'node:test'
import type { SMTPServerOptions } from 'smtp-server'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { MailFailure } from '../../../src/ports/mailer.ts'
import { mail, sendTo, withListener, withMailServer } from '../../support/servers/mail-server.ts'
import { inTime } from '../../support/waiting/in-time.ts'

const test = suite('mail: SMTP')

const refusal = (code: number, text = 'ann@example.com is not wanted here') =>
  Object.assign(new Error(text), { responseCode: code })
/** The reason contains neither the address nor the login. */
const toldSafely = (failure: MailFailure | undefined): MailFailure => {
  if (failure === undefined) throw new Error('the mail was accepted')
  assert.not.match(failure.reason, /ann@|example\.com|hunter2|mailuser|wanted/)
  assert.not.match(failure.reason, '\n')
  return failure
}

test('a permanently rejected address is a permanent failure', () =>
  withMailServer({ onRcptTo: (_a, _s, done) => done(refusal(550)) }, async ({ port }) => {
    const failure = toldSafely(await sendTo(`smtp://127.0.0.1:${port}`))
    assert.equal(failure, { permanent: true, reason: 'the mail server permanently rejected the mail (550)' })
  }))

test('permanently rejected content is a permanent failure', () =>
  withMailServer(
    {
      onData(stream, _session, done) {
        stream.resume().once('end', () => done(refusal(552)))
      },
    },
    async ({ port }) => {
      assert.is(toldSafely(await sendTo(`smtp://127.0.0.1:${port}`)).permanent, true)
    },
  ))

test('a temporarily rejected address may be retried', () =>
  withMailServer({ onRcptTo: (_a, _s, done) => done(refusal(451)) }, async ({ port }) => {
    const failure = toldSafely(await sendTo(`smtp://127.0.0.1:${port}`))
    assert.equal(failure, { permanent: false, reason: 'the mail server temporarily rejected the mail (451)' })
  }))

test('a rejected client, sender or login is not a permanent failure of the address', async () => {
  await withMailServer({ onMailFrom: (_a, _s, done) => done(refusal(550)) }, async ({ port }) => {
    const failure = toldSafely(await sendTo(`smtp://127.0.0.1:${port}`))
    assert.is(failure.permanent, false)
    assert.match(failure.reason, 'MAIL_FROM')
  })
  await withMailServer({ onConnect: (_s, done) => done(refusal(554)) }, async ({ port }) =>
    assert.is(toldSafely(await sendTo(`smtp://127.0.0.1:${port}`)).permanent, false),
  )
  await withMailServer(
    { onAuth: (_a, _s, done) => done(refusal(535)), allowInsecureAuth: true, hideSTARTTLS: true },
    async ({ port }) => {
      const failure = toldSafely(await sendTo(`smtp://mailuser:hunter2@127.0.0.1:${port}`))
      assert.is(failure.permanent, false)
      assert.match(failure.reason, 'SMTP_URL')
    },
  )
  // a server that requires a login, and none was given
  await withMailServer({ onAuth: (_a, _s, done) => done(null, {}), authOptional: false }, async ({ port }) =>
    assert.is(toldSafely(await sendTo(`smtp://127.0.0.1:${port}`)).permanent, false),
  )
})

test('uses the login of the URL, over TLS if the server offers it', async () => {
  const logins: (readonly [unknown, unknown, boolean])[] = []
  await withMailServer(
    {
      authOptional: false,
      onAuth({ username, password }, session, done) {
        logins.push([username, password, session.secure])
        done(null, { user: username })
      },
    },
    async ({ port, received }) => {
      // the certificate is self-signed: the operator has allowed that
      const url = `smtp://mailuser:p%40ss@127.0.0.1:${port}?tls.rejectUnauthorized=false`
      assert.is(await sendTo(url), undefined)
      assert.equal(logins, [['mailuser', 'p@ss', true]])
      assert.is(received.length, 1)
    },
  )
})

test('a server with an untrusted certificate gets neither login nor mail, and the reason says so', async () => {
  const logins: unknown[] = []
  await withMailServer(
    {
      onAuth(auth, _session, done) {
        logins.push(auth)
        done(null, {})
      },
    },
    async ({ port, received }) => {
      const failure = toldSafely(await sendTo(`smtp://mailuser:hunter2@127.0.0.1:${port}`))
      assert.is(failure.permanent, false)
      assert.match(failure.reason, /^the certificate of the mail server is not trusted \(/)
      assert.equal([logins, received], [[], []])
    },
  )
})

test('reports a missing server, and one that does not speak SMTP', async () => {
  let free = 0
  await withListener(
    socket => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    async port => {
      free = port
      assert.is(toldSafely(await sendTo(`smtp://127.0.0.1:${port}`)).permanent, false)
    },
  )
  const failure = toldSafely(await sendTo(`smtp://mailuser:hunter2@127.0.0.1:${free}`))
  assert.is(failure.permanent, false)
  assert.is(failure.reason, 'the mail server cannot be reached (ECONNREFUSED)')
  assert.is(toldSafely(await sendTo('smtp://mail.invalid')).permanent, false)
})

test('a server that accepts the connection but stays silent times out', () =>
  withListener(
    () => undefined,
    async port => {
      const failure = toldSafely(await sendTo(`smtp://127.0.0.1:${port}?greetingTimeout=50`))
      assert.equal(failure, { permanent: false, reason: 'the mail server cannot be reached (ETIMEDOUT)' })
    },
  ))

test('a server that falls silent in the middle times out', () =>
  withListener(
    socket => {
      socket.write('220 slow.example ESMTP\r\n')
    },
    async port => assert.is(toldSafely(await sendTo(`smtp://127.0.0.1:${port}?socketTimeout=50`)).permanent, false),
  ))

test('a server that lets its clients wait for the greeting gets the mail', async () => {
  const connected = Promise.withResolvers<Socket>()
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    await withListener(connected.resolve, async port => {
      const sending = sendTo(`smtp://127.0.0.1:${port}`)
      const socket = await connected.promise
      mock.timers.tick(29_000)
      socket.on('data', chunk => socket.write(/DATA\r\n$/.test(chunk.toString()) ? '354 go on\r\n' : '250 fine\r\n'))
      socket.write('220 slow.example ESMTP\r\n')
      assert.is(await sending, undefined)
    })
  } finally {
    mock.timers.reset()
  }
})

/** Writes a line of an endless reply, whole or byte by byte, until the client goes away. */
const drips = (socket: Socket, reply: (n: number) => string) => {
  let n = 0
  const timer = setInterval(() => socket.write(reply(n++)), 5)
  socket.once('close', () => clearInterval(timer))
}
const dripping: readonly (readonly [string, (socket: Socket) => void])[] = [
  ['greets for ever', socket => drips(socket, () => '220-please wait\r\n')],
  ['greets one byte at a time', socket => drips(socket, n => (n % 2 ? 'o' : 'h'))],
  [
    'answers MAIL FROM for ever',
    socket => {
      socket.write('220 slow.example ESMTP\r\n')
      socket.on('data', chunk => {
        if (/^(?:EHLO|HELO)/.test(chunk.toString())) socket.write('250 slow.example\r\n')
        else drips(socket, () => '250-soon\r\n')
      })
    },
  ],
]
for (const [what, connected] of dripping) {
  test(`a server that ${what} is left at the deadline`, async () => {
    const closed = Promise.withResolvers<void>()
    await withListener(
      socket => {
        socket.once('close', () => closed.resolve())
        connected(socket)
      },
      async port => {
        // a deadline that passes before the connection is made would leave nothing to close
        const sending = sendTo(`smtp://127.0.0.1:${port}`, mail(), { deadlineMs: 3_000 })
        const failure = toldSafely(await inTime('the deadline of a mail', sending))
        assert.equal(failure, { permanent: false, reason: 'the mail server did not take the mail within 3 s' })
        await inTime('the end of the connection', closed.promise)
      },
    )
  })

  test(`a mail to a server that ${what} is aborted by its signal`, async () => {
    const stop = new AbortController()
    const closed = Promise.withResolvers<void>()
    await withListener(
      socket => {
        socket.once('close', () => closed.resolve())
        connected(socket)
        setImmediate(() => stop.abort())
      },
      async port => {
        const sending = sendTo(`smtp://127.0.0.1:${port}`, mail(), { signal: stop.signal })
        assert.is(toldSafely(await inTime('the abort of a mail', sending)).permanent, false)
        await inTime('the end of the connection', closed.promise)
      },
    )
  })
}

test('a login goes without TLS to this machine only', async () => {
  const logins: unknown[] = []
  const plain: SMTPServerOptions = {
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: false,
    onAuth({ username }, _session, done) {
      logins.push(username)
      done(null, { user: username })
    },
  }
  await withMailServer(plain, async ({ port, received }) => {
    // leads to the same server, but is not an address of this machine only
    const failure = toldSafely(await sendTo(`smtp://mailuser:hunter2@0.0.0.0:${port}`))
    assert.is(failure.permanent, false)
    assert.match(failure.reason, /offers no TLS.*login of SMTP_URL/)
    toldSafely(await sendTo(`smtp://mailuser:hunter2@0.0.0.0:${port}?ignoreTLS=true&requireTLS=false`))
    assert.equal([logins, received], [[], []])
    for (const host of ['127.0.0.1', 'localhost'])
      assert.is(await sendTo(`smtp://mailuser:hunter2@${host}:${port}`), undefined, host)
    assert.equal([logins, received.length], [['mailuser', 'mailuser'], 2])
  })
})

test('without a login, mail goes to a server without TLS', () =>
  withMailServer({}, async ({ port, received }) => {
    assert.is(await sendTo(`smtp://0.0.0.0:${port}`), undefined)
    assert.is(received.length, 1)
  }))

test('an address with characters that the server does not support is a permanent failure', () =>
  withMailServer({ hideSMTPUTF8: true, onRcptTo: (_a, _s, done) => done(refusal(553)) }, async ({ port }) => {
    for (const address of ['zoë@example.com', ''])
      assert.is(
        toldSafely(await sendTo(`smtp://127.0.0.1:${port}`, mail({ to: { name: 'Zoë', address } }))).permanent,
        true,
        address,
      )
  }))

test.run()
