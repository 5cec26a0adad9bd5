import { parse } from 'csv-parse/sync'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { endcap } from '../support/programs/endcap.ts'
import { account, campaignWith, provision, type Service, startService } from '../support/service/service.ts'

/** What terminals obey: C1 controls erase and move, overrides and isolates turn the direction of text. */
const hostile = 'Acme\u009b2J\u0085\u202egnirps\u2066\u2069\u061c'
const obeyed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/
const test = suite('names that a terminal would obey')
let service: Service
let campaign: string
const tool = (...args: string[]) => endcap(args, service.stores)

test.before(async () => {
  service = await startService()
  await provision(service)
  await service.must('PUT', account, { name: hostile, orgId: 'org1' })
  await service.must('POST', `${account}/api-keys`, { owner: hostile, permissions: ['Audit_View'] })
  campaign = await campaignWith(service, [`one ${hostile}`])
})
test.after(() => service?.stop())

const printed = async (...args: string[]) => {
  const { out, err } = await tool(...args)
  assert.ok(out.length > 0, `${args.join(' ')}: ${err}`)
  assert.not.match(out + err, obeyed, args.join(' '))
  return out
}

test('no command shows them as they are, as text, JSON or CSV', async () => {
  const idx = campaign.split('/').pop() ?? ''
  for (const args of [
    ['audit'],
    ['audit', '--json'],
    ['audit', '--csv'],
    ['view', 'accounts'],
    ['view', 'accounts', '--csv'],
    ['view', 'api-keys'],
    ['view', 'retail-campaigns', '--csv'],
    ['keys', 'list'],
    ['keys', 'list', '--json'],
    ['storage'],
    ['status'],
    ['campaign', `acme:${idx}`],
    ['campaign', `acme:${idx}`, '--json'],
  ])
    await printed(...args)
})

test('JSON stays the same value, and CSV shows what was written out', async () => {
  const line = (await printed('view', 'accounts')).trim()
  assert.is(JSON.parse(line).value.name, hostile)
  const [row] = parse(await printed('view', 'accounts', '--csv'), { columns: true }) as { value: string }[]
  assert.is(JSON.parse(row!.value).name, hostile)
})

test.run()
