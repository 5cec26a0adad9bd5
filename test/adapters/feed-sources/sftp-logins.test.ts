import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ssh2, { type AuthContext, type Connection, type ParsedKey } from 'ssh2'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { FeedCredentials } from '../../../src/ports/feed-sources.ts'
import { fetchedOnce } from './fetched-once.ts'

const test = suite('logins over SFTP')

const rows = 'id,title\n1,pot\n2,pan\n'
const password = 's3cret-password'
const { EOF, OK } = ssh2.utils.sftp.STATUS_CODE
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const pkcs8 = ({ privateKey }: Pick<typeof rsa, 'privateKey'>) =>
  privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** What is fetched from a server that stores one file, and lets in whom `login` accepts. */
const fetched = async (
  credentials: FeedCredentials,
  login: (context: AuthContext) => void,
  file: { readonly text: string; readonly size?: number | undefined } = { text: rows, size: rows.length },
) => {
  const hostKey = rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
  const open = new Set<Connection>()
  const server = new ssh2.Server({ hostKeys: [hostKey] }, client => {
    open.add(client)
    client.on('error', () => undefined).on('authentication', login)
    client.on('session', accept =>
      accept().on('sftp', begin => {
        const sftp = begin()
        sftp.on('OPEN', id => sftp.handle(id, Buffer.from('file')))
        sftp.on('STAT', id =>
          file.size === undefined
            ? sftp.status(id, ssh2.utils.sftp.STATUS_CODE.OP_UNSUPPORTED)
            : sftp.attrs(id, { mode: 0o100644, uid: 0, gid: 0, atime: 0, mtime: 0, size: file.size }),
        )
        sftp.on('CLOSE', id => sftp.status(id, OK))
        sftp.on('READ', (id, _, offset) => {
          if (offset === 0) sftp.data(id, Buffer.from(file.text))
          else sftp.status(id, EOF)
        })
      }),
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const outcome = await fetchedOnce(
      { urlType: 'sftp', url: `sftp://${host}/feed.csv` },
      { username: 'shop', ...credentials },
      { egressAllow: [host] },
    )
    assert.not.match(JSON.stringify(outcome), password)
    return outcome
  } finally {
    for (const client of open) client.end()
    await new Promise<void>(done => server.close(() => done()))
  }
}

/** Accepts who signs with the private key of this public one. */
const byKey = (known: ParsedKey) => (context: AuthContext) => {
  const isKnown = context.method === 'publickey' && context.key.data.equals(known.getPublicSSH())
  if (!isKnown) return context.reject(['publickey'])
  const { signature, blob, hashAlgo } = context
  if (signature && blob && known.verify(blob, signature, hashAlgo) !== true) return context.reject()
  context.accept()
}

const parsed = (key: string): ParsedKey => {
  const read = ssh2.utils.parseKey(key)
  if (read instanceof Error) throw read
  return Array.isArray(read) ? read[0] : read
}

test('a server that takes the password by keyboard-interactive alone is read', async () => {
  const { text, isWhole } = await fetched({ password }, context => {
    if (context.method !== 'keyboard-interactive') return context.reject(['keyboard-interactive'])
    context.prompt([{ prompt: 'Password: ', echo: false }], answers =>
      answers[0] === password ? context.accept() : context.reject(),
    )
  })
  assert.equal([text, isWhole], [rows, true])
})

test('a password answers one prompt, and none that may ask for something else', async () => {
  const given: (readonly string[])[] = []
  const { text } = await fetched({ password }, context => {
    if (context.method !== 'keyboard-interactive') return context.reject(['keyboard-interactive'])
    context.prompt([{ prompt: 'Password: ' }], first => {
      given.push(first)
      context.prompt([{ prompt: 'Code: ' }], second => {
        given.push(second)
        context.reject()
      })
    })
  })
  assert.equal([given[0], given.flat().length], [[password], 1])
  assert.is(text, 'login-refused: The SFTP server refuses the username or the password.')
})

test('keys in PKCS#8, as OpenSSL writes them, log in: RSA and ECDSA', async () => {
  const pem = { rsa: { type: 'pkcs1', format: 'pem' }, ec: { type: 'sec1', format: 'pem' } } as const
  for (const [pair, form] of [
    [rsa, pem.rsa],
    [ec, pem.ec],
  ] as const) {
    const known = parsed(pair.privateKey.export(form).toString())
    assert.is((await fetched({ privateKey: pkcs8(pair) }, byKey(known))).text, rows)
  }
})

test('Ed25519 keys in PKCS#8 log in', async () => {
  const pair = generateKeyPairSync('ed25519')
  const { x = '' } = pair.publicKey.export({ format: 'jwk' })
  const length = (bytes: number) => Buffer.from([0, 0, 0, bytes])
  const name = Buffer.from('ssh-ed25519')
  const blob = Buffer.concat([length(11), name, length(32), Buffer.from(x, 'base64url')])
  const known = parsed(`ssh-ed25519 ${blob.toString('base64')}`)
  assert.is((await fetched({ privateKey: pkcs8(pair) }, byKey(known))).text, rows)
})

const keygen = '/usr/bin/ssh-keygen'

test('what is wrong with a key is said, before anything connects', async () => {
  const rejecting = (): void => assert.unreachable('a login was tried')
  const faultOf = async (privateKey: string) => (await fetched({ privateKey }, rejecting)).text
  const encryption = { cipher: 'aes-256-cbc', passphrase: 'a passphrase' } as const
  const publicKey = 'login-refused: urlConfig.privateKey is a public key; send the private key that belongs to it.'
  const encrypted = 'login-refused: The private key is encrypted with a passphrase; send it without one.'
  const unknown =
    'login-refused: The private key cannot be read: it must be in PEM (PKCS#1 or PKCS#8), OpenSSH or PuTTY format, with all of its lines.'
  const ssh = parsed(rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()).getPublicSSH()
  for (const key of [
    rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    rsa.publicKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    `ssh-rsa ${ssh.toString('base64')} shop@example.com`,
  ])
    assert.is(await faultOf(key), publicKey)
  assert.is(await faultOf(rsa.privateKey.export({ type: 'pkcs8', format: 'pem', ...encryption }).toString()), encrypted)
  assert.is(await faultOf(rsa.privateKey.export({ type: 'pkcs1', format: 'pem', ...encryption }).toString()), encrypted)
  for (const key of ['no key', pkcs8(rsa).slice(0, 300), pkcs8(rsa).replace('MII', 'XXX'), ''])
    assert.is(await faultOf(key), unknown)
  const x25519 = pkcs8(generateKeyPairSync('x25519') as never)
  assert.match(await faultOf(x25519), /^login-refused: Private keys of type x25519 are not supported; use RSA/)
})

if (existsSync(keygen))
  test('a passphrase is named for keys of OpenSSH as well', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'endcap-sftp-keys-'))
    try {
      const path = join(folder, 'key')
      execFileSync(keygen, ['-q', '-t', 'ed25519', '-N', 'a passphrase', '-f', path])
      const { text } = await fetched({ privateKey: await readFile(path, 'utf8') }, () => assert.unreachable())
      assert.is(text, 'login-refused: The private key is encrypted with a passphrase; send it without one.')
    } finally {
      await rm(folder, { recursive: true })
    }
  })

test('a refused login names what was sent for it', async () => {
  const refusing = (context: AuthContext) => context.reject(['password', 'publickey'])
  assert.is(
    (await fetched({ password }, refusing)).text,
    'login-refused: The SFTP server refuses the username or the password.',
  )
  const key = await fetched({ privateKey: pkcs8(ec) }, refusing)
  assert.is(key.text, 'login-refused: The SFTP server refuses the username or the key.')
  assert.match((await fetched({}, refusing)).text, /no password or private key was sent/)
})

test('a file of which less arrives than the server says is no feed, and one without a size is marked', async () => {
  const accepting = (context: AuthContext) => context.accept()
  const { text } = await fetched({ password }, accepting, { text: rows, size: 100 })
  assert.is(text, `unreachable: The transfer of the feed was interrupted: ${rows.length} of 100 bytes arrived.`)
  const marked = await fetched({ password }, accepting, { text: rows })
  assert.equal([marked.text, marked.isWhole], [rows, false])
})

test.run()
