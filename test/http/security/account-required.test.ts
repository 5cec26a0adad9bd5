import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { adminApiKey, startApp } from '../../support/service/http.ts'
import { thingRows } from '../../support/service/rows.ts'

const test = suite('the account of a path')

test('an account is looked up until it exists, and then never again', async () => {
  const asked: string[] = []
  const existing = new Set(['acme'])
  const app = await startApp(thingRows, {
    accountExists: async accountId => {
      asked.push(accountId)
      return existing.has(accountId)
    },
  })
  const statusOf = async (accountId: string) =>
    (await app.send('GET', `/v2/accounts/${accountId}/things/7`, { key: adminApiKey })).status
  try {
    assert.is(await statusOf('acme'), 200)
    assert.is(await statusOf('acme'), 200)
    assert.equal(asked, ['acme'])
    assert.is(await statusOf('other'), 404)
    existing.add('other')
    assert.is(await statusOf('other'), 200)
    assert.is(await statusOf('other'), 200)
    assert.equal(asked, ['acme', 'other', 'other'])
    assert.is((await app.send('GET', '/files/nowhere/a.txt', { key: undefined })).status, 200, 'public pages')
    assert.is(asked.length, 3)
  } finally {
    await app.stop()
  }
})

test.run()
