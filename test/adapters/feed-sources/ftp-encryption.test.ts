import { readFile } from 'node:fs/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { httpsMissing, newCertificate } from '../../support/servers/https.ts'
import { startScriptedFtp } from '../../support/servers/scripted-ftp.ts'
import { skip } from '../../support/servers/skip.ts'
import { fetchedOnce } from './fetched-once.ts'

type Context = { certificate: Awaited<ReturnType<typeof newCertificate>>; trusted: string[] }
const test = suite<Context>('encryption over FTP')
test.before(async context => {
  context.certificate = await newCertificate()
  context.trusted = getCACertificates()
})
test.after(({ certificate }) => certificate.remove())

const rows = 'id,title\n1,pot\n2,pan\n'
const credentials = { username: 'shop', password: 's3cret-password' }
const demand = { command: 'USER', reply: '530 Non-anonymous sessions must use encryption.' } as const
type Script = Partial<Parameters<typeof startScriptedFtp>[0]>

/** What is fetched from such a server, and what it got without encryption; `isTrusted`: the node knows the authority of its certificate. */
const fetched = async ({ certificate, trusted }: Context, script: Script, isTrusted = true) => {
  if (isTrusted) setDefaultCACertificates([...trusted, await readFile(certificate.authority, 'utf8')])
  const server = await startScriptedFtp({ files: { 'feed.csv': rows }, ...script })
  try {
    const url = `ftp://${server.host}/feed.csv`
    const outcome = await fetchedOnce({ urlType: 'ftp', url }, credentials, { egressAllow: ['127.0.0.1:*'] })
    return { ...outcome, plain: server.seen.filter(line => /^(?:USER|PASS|RETR)/.test(line)), seen: server.seen }
  } finally {
    setDefaultCACertificates(trusted)
    await server.stop()
  }
}

test('a server that demands encryption for logins is read, and gets no password without', async context => {
  for (const reply of [demand.reply, '534 Policy requires SSL.', '550 SSL/TLS required on the control channel']) {
    const script = { demand: { ...demand, reply }, certificate: context.certificate }
    const { text, plain, seen, warnings } = await fetched(context, script)
    assert.equal([text, plain, warnings], [rows, ['USER shop'], []], reply)
    assert.ok(seen.includes('tls PASS s3cret-password'))
    assert.ok(seen.includes('tls PROT P'))
  }
})

test('a server that demands it only when it got the password is read as well', async context => {
  const script = { demand: { ...demand, command: 'PASS' }, certificate: context.certificate } as const
  assert.is((await fetched(context, script)).text, rows)
})

test('a server that offers encryption gets no login without', async context => {
  const { text, plain, warnings } = await fetched(context, { certificate: context.certificate })
  assert.equal([text, plain, warnings], [rows, [], []])
})

test('a refused login is not sent again without encryption', async context => {
  const answer = (line: string) => (line.startsWith('PASS') ? '530 Login incorrect.' : undefined)
  const { text, plain } = await fetched(context, { certificate: context.certificate, answer })
  assert.equal([text, plain], ['login-refused: The FTP server refuses the username or the password.', []])
})

test('a server that only offers encryption, without a trusted certificate, is read as before, with a warning', async context => {
  const { text, warnings } = await fetched(context, { certificate: context.certificate }, false)
  assert.is(text, rows)
  assert.is(warnings.length, 1)
  assert.match(
    warnings.join(),
    /without encryption: the FTP server announces TLS, but its certificate is not trusted \(UNABLE_/,
  )
})

test('a server that offers encryption and then refuses it is read as before, with a warning', async context => {
  const answer = (line: string) => (line.startsWith('AUTH') ? '431 not now' : undefined)
  const { text, warnings } = await fetched(context, { certificate: context.certificate, answer })
  assert.is(text, rows)
  assert.match(warnings.join(), /AUTH TLS was answered with 431/)
})

test('a server that demands encryption without a trusted certificate gets no password', async context => {
  const { text, seen } = await fetched(context, { demand, certificate: context.certificate }, false)
  assert.match(
    text,
    /^refused: The FTP server demands an encrypted connection, but its certificate is not trusted \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\): its issuer/,
  )
  assert.not.match(seen.join(), 's3cret-password')
})

test('a server that offers and demands encryption without a trusted certificate gets no password', async context => {
  const answer = (line: string) => (line === 'FEAT' ? '211-Features:\r\n AUTH TLS;TLS-C;SSL\r\n211 End' : undefined)
  const { text, seen } = await fetched(context, { answer, demand, certificate: context.certificate }, false)
  assert.match(text, /^refused: The FTP server demands an encrypted connection, but its certificate is not trusted/)
  assert.not.match(seen.join(), 's3cret-password')
})

test('a server that demands encryption and has none says so', async context => {
  assert.is(
    (await fetched(context, { demand })).text,
    'refused: The FTP server demands an encrypted connection, but it does not offer it (AUTH TLS was answered with 502).',
  )
})

if (httpsMissing) skip(httpsMissing)
else test.run()
