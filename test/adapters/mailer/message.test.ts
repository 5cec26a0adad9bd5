import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { approvalRequestMail } from '../../../src/pages/mails.ts'
import {
  leavesOf,
  mail,
  type Received,
  readMime,
  sendTo,
  typeOf,
  withMailServer,
} from '../../support/servers/mail-server.ts'

const test = suite('mail: messages')

/** These mails as received, in order. */
const arriving = async (...mails: readonly Parameters<typeof mail>[0][]): Promise<readonly Received[]> => {
  let all: readonly Received[] = []
  await withMailServer({}, async ({ port, received }) => {
    for (const each of mails) assert.is(await sendTo(`smtp://127.0.0.1:${port}`, mail(each)), undefined)
    all = received
  })
  return all
}
const only = <A>([first, ...others]: readonly A[]): A => {
  assert.is(others.length, 0)
  if (first === undefined) throw new Error('nothing arrived')
  return first
}

test('a message has a text part with the full link, an HTML part, and only the approver as recipient', async () => {
  const { from, to, raw } = only(await arriving({}))
  assert.equal([from, to], ['endcap@ads.test', ['ann@example.com']])
  const read = readMime(raw)
  assert.is(read.headers.get('to'), 'Ann Approver <ann@example.com>')
  assert.is(read.headers.get('from'), 'Endcap <endcap@ads.test>')
  assert.is(read.headers.get('subject'), 'Please approve: Spring')
  assert.is(read.headers.get('auto-submitted'), 'auto-generated', 'no automatic replies')
  assert.equal(leavesOf(read).map(typeOf), ['text/plain', 'text/html'])
  const [text, html] = leavesOf(read).map(part => part.body.toString())
  assert.match(text ?? '', '\r\nhttp://ads.test/approvals/token\r\n')
  assert.match(html ?? '', '<p>Hello Ann</p>')
})

test('a retried mail has the same Message-ID, so that mail programs show it once', async () => {
  const [one, two, other] = (await arriving({}, {}, { messageId: 'approval-acme-7-2-a1' })).map(r => readMime(r.raw))
  assert.is(one?.headers.get('message-id'), '<approval-acme-7-1-a1@ads.test>')
  assert.is(two?.headers.get('message-id'), one?.headers.get('message-id'))
  assert.is(other?.headers.get('message-id'), '<approval-acme-7-2-a1@ads.test>')
})

const decoded = (header = '') =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?B\?([^?]*)\?=/gi, (_, b) => Buffer.from(b, 'base64').toString())
    .replace(/=\?UTF-8\?Q\?([^?]*)\?=/gi, (_, q: string) =>
      decodeURIComponent(q.replaceAll('_', ' ').replaceAll('=', '%')),
    )

test('names and subjects in any script arrive as they were typed', async () => {
  const typed = 'Zoë 陳 “Frühling” <b>'
  const { headers } = readMime(
    only(await arriving({ subject: typed, to: { name: typed, address: 'z@example.com' } })).raw,
  )
  assert.is(decoded(headers.get('subject')), typed)
  assert.match(decoded(headers.get('to')), typed)
  assert.match(headers.get('to') ?? '', / <z@example\.com>$/)
})

test('names and subjects keep no mark that turns the direction of text', async () => {
  const typed = 'Zoë \u202egnp.exe\u202c \u2066x\u2069\u200f\u061c\u009b'
  const { headers } = readMime(
    only(await arriving({ subject: typed, to: { name: typed, address: 'z@example.com' } })).raw,
  )
  assert.is(decoded(headers.get('subject')), 'Zoë gnp.exe x')
  assert.match(decoded(headers.get('to')), /^"?Zoë gnp\.exe x"? <z@example\.com>$/)
})

test('user input never adds a header or a recipient', async () => {
  const hostile = fc.array(
    fc.constantFrom(
      '\r',
      '\n',
      '\r\n',
      '\0',
      '\u2028',
      'Bcc: eve@evil.example',
      '<eve@evil.example>',
      ',',
      '"',
      ' ',
      'é',
    ),
    { maxLength: 8 },
  )
  const known = new Set(readMime(only(await arriving({})).raw).headers.keys())
  await withMailServer({}, async ({ port, received }) => {
    await fc.assert(
      fc.asyncProperty(hostile, hostile, hostile, async (name, subject, messageId) => {
        const failure = await sendTo(
          `smtp://127.0.0.1:${port}`,
          mail({
            to: { name: name.join(''), address: 'ann@example.com' },
            subject: subject.join(''),
            messageId: messageId.join(''),
          }),
        )
        assert.is(failure, undefined)
        const { to, raw } = received.at(-1) ?? { to: [], raw: '' }
        assert.equal(to, ['ann@example.com'])
        const { headers, parts } = readMime(raw)
        for (const header of headers.keys()) assert.ok(known.has(header), header)
        assert.is(parts.length, 2)
        assert.not.match(raw, '\0')
      }),
      { numRuns: 40 },
    )
  })
})

test('an address with a line break or a second address reaches no other recipient', async () => {
  for (const address of ['ann@example.com\r\nRCPT TO:<eve@evil.example>', 'ann@example.com>\r\nBcc: <eve@evil.example'])
    await withMailServer({}, async ({ port, received }) => {
      await sendTo(`smtp://127.0.0.1:${port}`, mail({ to: { name: 'Ann', address } }))
      for (const { to, raw } of received) {
        assert.is(to.length, 1)
        assert.not.ok(readMime(raw).headers.has('bcc'))
      }
    })
})

test('the mail contains at most 12 previews and 5 MiB, each where the HTML shows it', async () => {
  const preview = (i: number, size: number) => ({
    creativeName: `creative ${i}`,
    adUnitName: 'Leaderboard',
    width: 728,
    height: 90,
    png: Buffer.alloc(size, i + 1),
  })
  const request = (count: number, size: number) =>
    approvalRequestMail({
      requester: { name: 'Rob', email: 'rob@example.com' },
      approver: { name: 'Ann' },
      campaign: { name: 'Spring', accountName: 'Acme' } as Parameters<typeof approvalRequestMail>[0]['campaign'],
      link: 'http://ads.test/approvals/token',
      expiresAt: '2026-03-15T12:00:00.000Z',
      previews: Array.from({ length: count }, (_, i) => preview(i, size)),
    })
  const arrived = await arriving(request(30, 1_000), request(30, 1024 * 1024))
  for (const [index, expected] of [12, 5].entries()) {
    const read = readMime(arrived[index]?.raw ?? '')
    const html =
      leavesOf(read)
        .find(part => typeOf(part) === 'text/html')
        ?.body.toString() ?? ''
    const pictures = leavesOf(read).filter(part => typeOf(part) === 'image/png')
    assert.is(pictures.length, expected)
    assert.ok(pictures.reduce((sum, p) => sum + p.body.length, 0) <= 5 * 1024 * 1024)
    for (const [i, { headers, body }] of pictures.entries()) {
      assert.match(headers.get('content-disposition') ?? '', /^inline/)
      const cid = headers.get('content-id')?.slice(1, -1) ?? 'none'
      assert.match(html, `src="cid:${cid}"`)
      assert.is(body[0], i + 1, 'each image is the one that its place shows')
    }
  }
})

test.run()
