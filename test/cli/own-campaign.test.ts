import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inFolder } from '../support/memory/secrets.ts'
import { endcap } from '../support/programs/endcap.ts'
import { activated, adminKey, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('a campaign of one’s own from the shell')

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="#0a0"/></svg>'
const csv = 'headline,price,image\nGarden lantern,£29,lantern.svg\n"Pot, ""blue""",£9,\n'
const making = ['--csv', 'products.csv', '--sizes', '300x250, 728X90', '--account', 'mine', '--organisation', 'ours']
const init = (folder: string, ...more: readonly string[]) => {
  const args = making.map(arg => (arg === 'products.csv' ? join(folder, arg) : arg))
  return endcap(['init', join(folder, 'spring'), ...args, ...more], {})
}

test('leads from a CSV to a live campaign by the commands that are printed', () =>
  inFolder(async folder => {
    await writeFile(join(folder, 'products.csv'), csv)
    await writeFile(join(folder, 'lantern.svg'), svg)
    const made = await init(folder, '--approver', 'ann@example.com', '--approver', 'bob@example.com')
    assert.is(made.code, 0, made.err)
    assert.match(made.out, 'spring has 2 ad units, 2 creatives and 1 picture')
    const service = await startService()
    try {
      const env = { ...service.stores, ENDCAP_KEY: adminKey }
      const imported = await endcap(['import', join(folder, 'spring'), '--url', service.url], env)
      assert.is(imported.code, 0, imported.err)
      assert.not.match(imported.err, /warning|svc_apikey: svc_/)
      const [, request = ''] = /(\S+approvalRequest)'/.exec(imported.err) ?? []
      const body = JSON.parse(/-d '(\{"userName.*\})'/.exec(imported.err)?.[1] ?? '')
      await service.must('POST', new URL(request.replace(/^'/, '')).pathname, body)
      await until(service.mails, mails => mails.length === 2)
      const [, campaign = ''] = /endcap approve (\S+:\d+)/.exec(imported.err) ?? []
      const links = await endcap(['approve', campaign, '--links'], env)
      assert.is(links.out.trim().split('\n').length, 2)
      const approved = await endcap(['approve', campaign, '--comment', 'Go'], env)
      assert.is(approved.code, 0, approved.err)
      assert.is(approved.out.match(/^approved http/gm)?.length, 2)
      const path = `/v2/accounts/mine/retail-campaigns/${campaign.split(':')[1]}`
      const live = await activated(service, path)
      assert.is(live.status, 'ACTIVE', live.message)
      const tags = /curl -H \S+ \S+ '(\S+download-tags)' -o tags.csv/.exec(imported.err)?.[1] ?? ''
      assert.is((await service.call('GET', new URL(tags).pathname)).status, 200)
    } finally {
      await service.stop()
    }
  }))

test('ad units show the columns of the CSV, and click through', () =>
  inFolder(async folder => {
    await writeFile(join(folder, 'products.csv'), csv)
    await writeFile(join(folder, 'lantern.svg'), svg)
    await init(folder)
    const unit = await readFile(join(folder, 'spring', 'units', '300x250.html'), 'utf8')
    for (const part of [
      '{{headline}}',
      '{{price}}',
      'src="{{image}}"',
      'href="{{clickUrl}}"',
      'width: 300px; height: 250px',
    ])
      assert.ok(unit.includes(part), part)
  }))

test('refuses what it cannot make, and keeps what is there', () =>
  inFolder(async folder => {
    const cases = [
      ['', /has no rows below its header/],
      ['a,{{b}}\n1,2\n', /the column "\{\{b\}\}" cannot be a placeholder; rename it/],
      ['a,b\n1\n', /is no CSV with a header/],
    ] as const
    for (const [content, reason] of cases) {
      await writeFile(join(folder, 'products.csv'), content)
      const refused = await init(folder)
      assert.is(refused.code, 1)
      assert.match(refused.err, reason)
    }
    await writeFile(join(folder, 'products.csv'), csv)
    const sizes = making.map(arg => (arg === '300x250, 728X90' ? '300' : arg))
    const wrong = await endcap(['init', join(folder, 'x'), ...sizes], {})
    assert.is(wrong.code, 2)
    assert.match(wrong.err, '"300" is no size; write 300x250,728x90')
    assert.is((await init(folder)).code, 0)
    assert.match((await init(folder)).err, /spring is not empty; choose a new folder/)
  }))

test('says where mails are if the outbox has none of the campaign', () =>
  inFolder(async folder => {
    const { code, err } = await endcap(['approve', 'mine:1'], { DATA_DIR: folder })
    assert.is(code, 1)
    assert.match(err, /outbox has no approval mail of mine:1\. Request the approval first; with SMTP_URL/)
  }))

test.run()
