import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inFolder, keyPair } from '../support/memory/secrets.ts'
import { account, campaignWith, provision, type Service, startService } from '../support/service/service.ts'

const test = suite('a node with a new SECRETS_KEY')

/** Runs the service on this folder with these keys and stops it afterwards. */
const during = async (dataDir: string, keys: string, work: (service: Service) => Promise<void>): Promise<void> => {
  const service = await startService({ DATA_DIR: dataDir, SECRETS_KEY: keys })
  try {
    await work(service)
  } finally {
    await service.stop()
  }
}

test('API keys, preview links, page tokens and approvers’ addresses stay valid when a new key is put first', () =>
  inFolder(async folder => {
    let apiKey = ''
    let preview = ''
    let next = ''
    const settings = { approvers: [{ userEmail: 'ann@example.com' }], allApproversRequired: true }
    await during(folder, keyPair('old'), async service => {
      await provision(service)
      await service.must('PUT', `${account}/retail-settings`, settings)
      const campaign = await campaignWith(service, ['one'])
      await campaignWith(service, [])
      const issued = { owner: 'Test', permissions: ['Campaigns_View', 'AssetSource_List'] }
      apiKey = (await service.must('POST', `${account}/api-keys`, issued)).apiKey
      preview = (await service.call('GET', `${campaign}/creatives`)).text.match(/\/previews\/[^"]*/)?.[0] ?? ''
      next = (await service.must('GET', `${account}/retail-campaigns?limit=1`)).next
    })
    assert.type(next, 'string')
    await during(folder, `${keyPair('new')},${keyPair('old')}`, async service => {
      const page = `${account}/retail-campaigns?limit=1&next=${encodeURIComponent(next)}`
      assert.is((await service.call('GET', page, undefined, { key: apiKey })).status, 200)
      assert.is((await service.call('GET', preview, undefined, { key: undefined })).status, 200)
      assert.is(
        (await service.call('GET', preview.replace('/one/', '/two/'), undefined, { key: undefined })).status,
        403,
      )
      const { approvers } = await service.must('GET', `${account}/retail-settings`)
      assert.is(approvers[0].userEmail, 'ann@example.com')
    })
  }))

test.run()
