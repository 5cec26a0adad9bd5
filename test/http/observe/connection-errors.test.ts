import { once } from 'node:events'
import { connect } from 'node:net'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { AccountId } from '../../../src/codec/names.ts'
import { command } from '../../../src/engine/operation.ts'
import { post } from '../../../src/operations/row.ts'
import { acmeKey, startApp } from '../../support/service/http.ts'
import { until } from '../../support/waiting/until.ts'

const test = suite('errors of connections')

const take = command({
  summary: 'Takes a text.',
  params: t.type({ accountId: AccountId }),
  body: t.type({ text: t.string }),
  reply: t.type({ ok: t.boolean }),
  run: async () => E.right({ body: { ok: true } }),
})

test('a request that cannot be parsed is logged without its bytes, which hold its key', async () => {
  const app = await startApp([post('/v2/accounts/:accountId/take', 'Campaigns_Create', { take })])
  const socket = connect(app.port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    socket.write(
      `POST /v2/accounts/acme/take HTTP/1.1\r\nHost: a\r\nsvc_apikey: ${acmeKey}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{"\r\nno size\r\n`,
    )
    await until(
      async () => app.problems.length,
      length => length > 0,
    )
    assert.equal(app.problems, [
      {
        fields: { code: 'HPE_INVALID_CHUNK_SIZE', reason: 'Parse Error: Invalid character in chunk size' },
        message: 'a request could not be read',
      } as never,
    ])
  } finally {
    socket.destroy()
    await app.stop()
  }
})

test.run()
