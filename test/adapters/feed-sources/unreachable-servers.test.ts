import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { freePort } from '../../support/servers/free-port.ts'
import { httpsMissing, startHttps } from '../../support/servers/https.ts'
import { fetchedOnce } from './fetched-once.ts'

const test = suite('servers that cannot be reached')

const login = { username: 'ann', password: 's3cret-password' }

test('a port at which nothing listens says so, over every protocol', async () => {
  const host = `127.0.0.1:${await freePort()}`
  for (const urlType of ['http', 'ftp', 'sftp'] as const) {
    const { text } = await fetchedOnce({ urlType, url: `${urlType}://${host}/a.csv` }, login, { egressAllow: [host] })
    assert.match(text, /^unreachable: .*he server refuses connections to this port \(ECONNREFUSED\)/, urlType)
  }
})

test('a certificate that is not trusted says why', async () => {
  if (httpsMissing) return
  const server = await startHttps('')
  try {
    const { text } = await fetchedOnce({ urlType: 'https', url: server.url }, {}, { egressAllow: [server.host] })
    assert.match(
      text,
      /the certificate of the server is not trusted \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\): its issuer is unk/,
    )
  } finally {
    await server.stop()
  }
})

test('in development a refused private address names the setting for it', async () => {
  for (const [urlType, port] of [
    ['http', 8_080],
    ['ftp', 21],
    ['sftp', 2_222],
  ] as const) {
    const url = `${urlType}://127.0.0.1:${port}/a.csv`
    const { text } = await fetchedOnce({ urlType, url }, {}, { egressAllow: [], egressSetting: 'EGRESS_ALLOW' })
    assert.match(text, new RegExp(`^address-refused: .*in development, EGRESS_ALLOW=127\\.0\\.0\\.1:${port} allows it`))
    const operated = await fetchedOnce({ urlType, url }, {}, { egressAllow: [] })
    assert.not.match(operated.text, /EGRESS_ALLOW/)
  }
})

test.run()
