import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { FeedCredentials } from '../../../src/ports/feed-sources.ts'
import { startScriptedFtp } from '../../support/servers/scripted-ftp.ts'
import { fetchedOnce } from './fetched-once.ts'

const test = suite('FTP servers as they are')

const rows = 'id,title\n1,pot\n2,pan\n'
const login = { username: 'shop', password: 's3cret-password' }
type Script = Parameters<typeof startScriptedFtp>[0]
type Given = Partial<Script> & {
  readonly path?: string
  readonly credentials?: FeedCredentials
  readonly allow?: (server: { readonly host: string; readonly dataPort: number }) => readonly string[]
}

const fetched = async ({ path = '/feed.csv', credentials = login, allow, ...script }: Given) => {
  const server = await startScriptedFtp({ files: { 'feed.csv': rows }, ...script })
  try {
    const egressAllow = allow?.(server) ?? ['127.0.0.1:*']
    const outcome = await fetchedOnce({ urlType: 'ftp', url: `ftp://${server.host}${path}` }, credentials, {
      egressAllow,
    })
    assert.not.match(JSON.stringify(outcome), login.password)
    return { ...outcome, seen: server.seen, dataPort: server.dataPort }
  } finally {
    await server.stop()
  }
}

test('a path is one in the folder of the login, as the address of every FTP server is written', async () => {
  const { text, isWhole } = await fetched({ path: '/export/feed.csv', files: { 'export/feed.csv': rows } })
  assert.equal([text, isWhole], [rows, true])
})

test('a path from the root begins with %2F', async () => {
  const files = { '/srv/feed.csv': rows, 'srv/feed.csv': 'another' }
  assert.is((await fetched({ path: '/%2Fsrv/feed.csv', files })).text, rows)
})

test('a file that is missing is told apart, with the folder that was looked in', async () => {
  assert.match((await fetched({ path: '/no.csv' })).text, /^not-found: .*folder of this login.*begins with %2F/)
})

const withoutEpsv =
  (reply: string) =>
  (line: string): string | undefined => {
    if (line === 'EPSV') return reply
    return line === 'PASV' ? '227 Entering Passive Mode (10,20,30,40,%d)' : undefined
  }

test('a server behind a router, which names its private address, is read at its public one', async () => {
  assert.is((await fetched({ answer: withoutEpsv('500 unknown command') })).text, rows)
})

test('a server that answers EPSV as if it were PASV is read', async () => {
  assert.is((await fetched({ answer: withoutEpsv('227 Entering Passive Mode (127,0,0,1,1,1)') })).text, rows)
})

test('a server without a passive mode says so', async () => {
  const { text } = await fetched({ answer: line => (/^(?:EPSV|PASV)$/.test(line) ? '502 no' : undefined) })
  assert.is(text, 'refused: The FTP server has no passive mode: it refuses EPSV and PASV.')
})

test('a server that one entry allows leads to no other port of its private machine', async () => {
  const { text, dataPort, seen } = await fetched({ allow: ({ host }) => [host] })
  assert.is(
    text,
    `address-refused: The FTP server is at a private address, and its passive port ${dataPort} is not allowed: the operator can list 127.0.0.1:* in EGRESS_ALLOW.`,
  )
  assert.not.ok(seen.some(line => line.startsWith('RETR')))
  const both = await fetched({ allow: ({ host, dataPort: port }) => [host, `127.0.0.1:${port}`] })
  assert.is(both.text, rows)
  assert.is((await fetched({ allow: () => ['127.0.0.1:*'] })).text, rows)
})

test('nor does its answer to PASV lead to another port', async () => {
  const { text, seen } = await fetched({ allow: ({ host }) => [host], answer: withoutEpsv('500 unknown command') })
  assert.match(text, /^address-refused: .*passive port \d+ is not allowed/)
  assert.not.ok(seen.some(line => line.startsWith('RETR')))
})

test('a refused login is not told as a missing one', async () => {
  const answer = (line: string) => (line.startsWith('PASS') ? '530 Login incorrect.' : undefined)
  assert.is((await fetched({ answer })).text, 'login-refused: The FTP server refuses the username or the password.')
  assert.is(
    (await fetched({ answer, credentials: {} })).text,
    'login-refused: The FTP server refuses anonymous logins; it needs a username and a password.',
  )
})

test('a name that a refusal repeats is not read as a demand for encryption', async () => {
  const answer = (line: string) => (line.startsWith('PASS') ? '530 User ssl-shop cannot log in.' : undefined)
  const { text } = await fetched({ answer, credentials: { ...login, username: 'ssl-shop' } })
  assert.match(text, /^login-refused/)
})

test('a line break in a password is named, and nothing is sent', async () => {
  const { text, seen } = await fetched({ credentials: { ...login, password: `${login.password}\n` } })
  assert.is(text, 'refused: The path, the username or the password contains a line break, which FTP cannot send.')
  assert.equal(seen, [])
})

test('a file of which less arrives than the server says is no feed', async () => {
  const answer = (line: string) => (line.startsWith('SIZE') ? `213 ${rows.length + 5}` : undefined)
  assert.is(
    (await fetched({ answer })).text,
    `unreachable: The transfer of the feed was interrupted: ${rows.length} of ${rows.length + 5} bytes arrived.`,
  )
})

test('a server that does not say the size is believed, and the feed is marked', async () => {
  const answer = (line: string) => (line.startsWith('SIZE') ? '502 none' : undefined)
  const { text, isWhole } = await fetched({ answer })
  assert.equal([text, isWhole], [rows, false])
})

test.run()
