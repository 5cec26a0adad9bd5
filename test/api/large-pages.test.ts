import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { account, campaignWith, provision, type Service, startService } from '../support/service/service.ts'

/** Items of nearly a megabyte: a page ends early, and its tokens lead through all of them (HTTP-20). */
const test = suite('pages of large items')
const names = Array.from({ length: 8 }, (_, n) => `creative ${n}`)
const most = 6_000_000
let service: Service
let campaign: string

test.before(async () => {
  service = await startService()
  await provision(service)
  campaign = await campaignWith(service, [])
  const columns = Array.from({ length: 14 }, (_, n) => ({ columnName: `column${n}`, columnValue: 'x'.repeat(60_000) }))
  for (const creativeName of names)
    await service.must('POST', `${campaign}/creative`, { creativeName, dynamicAssets: columns })
})
test.after(() => service.stop())

type Item = {
  readonly creativeName?: string
  readonly summary?: string
  readonly data?: { creative?: { creativeName: string } }
}
/** The items of all pages in one direction, and how many pages there were. */
const walk = async (path: string, items: string, only: string, first: string, direction: 'next' | 'previous') => {
  const found: Item[][] = []
  for (let query: string | null = `limit=500${only}${first}`; query !== null; ) {
    const { status, text, json } = await service.call('GET', `${path}?${query}`)
    assert.is(status, 200, text.slice(0, 300))
    assert.ok(text.length < most, `${text.length} characters`)
    found.push(json[items])
    query = json[direction] === null ? null : `limit=500${only}&next=${encodeURIComponent(json[direction])}`
  }
  return found
}
const nameOf = ({ creativeName, summary, data }: Item) =>
  creativeName ?? data?.creative?.creativeName ?? /“(creative \d)”/.exec(summary ?? '')?.[1]

const hasAll = async (path: string, items: string, only: string) => {
  const forwards = await walk(path, items, only, '', 'next')
  assert.ok(forwards.length > 1, 'there was only one page')
  assert.equal(forwards.flat().map(nameOf), names)
  const last = (await service.call('GET', `${path}?limit=500${only}&offset=${names.length - 1}`)).json
  assert.equal(last[items].map(nameOf), names.slice(-1))
  const backwards = await walk(path, items, only, `&next=${encodeURIComponent(last.previous)}`, 'previous')
  assert.ok(backwards.length > 1, 'there was only one page')
  assert.equal(backwards.toReversed().flat().map(nameOf), names.slice(0, -1))
}

for (const [list, items] of [
  ['creatives', 'creatives'],
  ['history', 'history'],
  ['events', 'events'],
] as const)
  test(`${list} has them all, forwards and backwards`, async () => {
    const path = list === 'events' ? `${account}/events` : `${campaign}/${list}`
    await hasAll(path, items, list === 'creatives' ? '' : '&filters=type=CreativeSaved')
  })

test('history has them all when they were deleted: the events are small, and what they changed is not', async () => {
  for (const name of names) await service.must('DELETE', `${campaign}/creative/${encodeURIComponent(name)}`)
  await hasAll(`${campaign}/history`, 'history', '&filters=type=CreativeDeleted')
})

test.run()
