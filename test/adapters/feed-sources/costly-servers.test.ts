import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openCloudStorage } from '../../../src/adapters/cloud-storage/open.ts'
import { openFeedSources } from '../../../src/adapters/feed-sources/open-feed-sources.ts'
import { openFetcher } from '../../../src/adapters/fetcher/guarded.ts'
import { isFeedFault } from '../../../src/ports/feed-parser.ts'
import type { FeedCredentials } from '../../../src/ports/feed-sources.ts'
import { rsaKeyOf } from '../../support/examples/rsa-key.ts'

const test = suite('servers and keys that would cost the node seconds')

/** What fetching from a server that only introduces itself ends with, and what was sent to it. */
const fetched = async (credentials: FeedCredentials) => {
  const folder = await mkdtemp(join(tmpdir(), 'endcap-costly-servers-'))
  let sent = ''
  const server = createServer(socket => {
    socket.on('error', () => undefined).write('SSH-2.0-test\r\n')
    socket.on('data', bytes => {
      sent += bytes.toString('latin1')
      // the algorithms follow in the first packet
      if (sent.includes('none')) socket.destroy()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const fetcher = openFetcher({ egressAllow: [host] })
  const cloud = openCloudStorage({ fetcher, maxObjectBytes: 1 })
  const sources = openFeedSources({ fetcher, cloud, egressAllow: [host], folder })
  try {
    const outcome = await sources.fetch({ urlType: 'sftp', url: `sftp://${host}/a.csv` }, credentials, { mostBytes: 1 })
    return { sent, fault: isFeedFault(outcome) ? `${outcome.code}: ${outcome.detail}` : undefined }
  } finally {
    await fetcher.close()
    server.close()
    await rm(folder, { recursive: true })
  }
}

test('no server chooses a group of numbers of its own, or one of more than 4,096 bits', async () => {
  const { sent } = await fetched({ username: 'ann', password: 'secret' })
  assert.match(sent, /curve25519-sha256.*diffie-hellman-group16-sha512/s)
  assert.not.match(sent, /group-exchange|group17|group18/)
})

test('no server sends packed data, of which a little would be very much', async () => {
  const { sent } = await fetched({ username: 'ann', password: 'secret' })
  assert.not.match(sent, /zlib/)
})

test('keys of more than 4,096 bits are refused before anything is sent', async () => {
  const { sent, fault } = await fetched({ username: 'ann', privateKey: rsaKeyOf(4_112) })
  assert.is(fault, 'login-refused: Private keys of more than 4096 bits are refused.')
  assert.is(sent, '')
})

test('a key of 4,096 bits may be used', async () => {
  const { sent } = await fetched({ username: 'ann', privateKey: rsaKeyOf(4_096) })
  assert.match(sent, /^SSH-2.0-/)
})

/** What fetching from an FTP server ends with that answers this command, or connecting, with replies without end. */
const flooded = async (at: 'connecting' | 'RETR') => {
  const folder = await mkdtemp(join(tmpdir(), 'endcap-costly-servers-'))
  const server = createServer(socket => {
    const flood = () => {
      while (socket.writable && socket.write('150 not yet\r\n'.repeat(4_000)));
    }
    socket.on('error', () => undefined).on('drain', flood)
    if (at === 'connecting') return flood()
    socket.write('220 hello\r\n')
    socket.on('data', bytes => {
      const command = bytes.toString('latin1').slice(0, 4)
      if (command === 'RETR') return flood()
      const port = (server.address() as AddressInfo).port
      const replies: Record<string, string> = {
        USER: '331 p',
        PASS: '230 ok',
        EPSV: `229 (|||${port}|)`,
        TYPE: '200 ok',
      }
      socket.write(`${replies[command] ?? '502 no'}\r\n`)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const fetcher = openFetcher({ egressAllow: [host] })
  const cloud = openCloudStorage({ fetcher, maxObjectBytes: 1 })
  const sources = openFeedSources({ fetcher, cloud, egressAllow: [host], folder })
  try {
    const login = { username: 'ann', password: 'secret' }
    const outcome = await sources.fetch({ urlType: 'ftp', url: `ftp://${host}/a.csv` }, login, { mostBytes: 100 })
    return isFeedFault(outcome) ? `${outcome.code}: ${outcome.detail}` : undefined
  } finally {
    await fetcher.close()
    server.close()
    await rm(folder, { recursive: true })
  }
}

test('an FTP server that answers the request of a file with replies without end is left', async () => {
  assert.is(await flooded('RETR'), 'refused: The FTP server sends replies without end.')
})

test('an FTP server that greets without end is left', async () => {
  assert.match((await flooded('connecting')) ?? '', /^refused: /)
})

test.run()
