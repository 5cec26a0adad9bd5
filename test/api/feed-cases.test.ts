import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  type Expected,
  type ExpectedRow,
  type FeedCase,
  fileOf,
  jsonCases,
  textCases,
  xmlCases,
} from '../support/feeds/feed-cases.ts'
import { type FeedServer, startFeedServer } from '../support/servers/feed-server.ts'
import { aheadClock } from '../support/service/ahead-clock.ts'
import { whenIndexed } from '../support/service/indexed.ts'
import { account, activated, campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('feeds as merchants send them')
const sources = `${account}/asset-sources`
const clock = aheadClock()
const hour = 3_600_000
// about 16:00 UTC: hours from the times of the schedules, so that no run is due while the tests themselves take time
clock.pass((40 - new Date().getUTCHours()) * hour)
let service: Service
let server: FeedServer
test.before(async () => {
  server = await startFeedServer()
  service = whenIndexed(await startService({ EGRESS_ALLOW: server.host }, { clock }))
  await provision(service)
})
test.after(async () => {
  await service.stop()
  await server.stop()
})

let served = 0
/** Serves a feed at an address of its own. */
const addressOf = (bytes: Buffer) => {
  const name = `feed-${served++}`
  return { name, url: server.serve(name, bytes) }
}
type Read = Pick<FeedCase, 'contentType' | 'keyColumn' | 'more'>
const placeOf = (url: string, { contentType, more }: Read) => ({ url, urlType: 'http', contentType, ...more })
const feedOf = (url: string, one: Read, more: object = {}) => ({
  ...placeOf(url, one),
  assetSourceName: 'Products',
  assetKeyColumn: one.keyColumn ?? 'id',
  ...more,
})
const remoteOf = (url: string, one: Read) => {
  const { urlType: _, ...body } = feedOf(url, one)
  return { ...body, cacheTime: 3_600 }
}
const ended = (queueId: string) =>
  until(
    () => service.must('GET', `${account}/queues/${queueId}`),
    ({ status }) => status === 'COMPLETED' || status === 'FAILED',
  )
const created = async (path: string, body: object): Promise<{ readonly id: string; readonly fault?: string }> => {
  const { id } = await service.must('POST', `${sources}/${path}`, body)
  const { status, errors } = await ended(`feed-${id}-1`)
  return status === 'FAILED' ? { id, fault: errors[0].detail } : { id }
}
const looked = async (url: string, one: Read) => service.call('POST', `${sources}/feed/process`, placeOf(url, one))
const createdRemote = async (url: string, one: Read) => {
  const { status, json } = await service.call('POST', `${sources}/remote`, remoteOf(url, one))
  return status === 200 ? { id: json.id as string } : { id: '', fault: (json.detail ?? '') as string }
}
const scheduled = { startTime: '06:30', frequency: 'DAILY' } as const
const dataOf = async (id: string): Promise<readonly Readonly<Record<string, string>>[]> =>
  (await service.must('GET', `${sources}/${id}/data?limit=500`)).data
const healthOf = (id: string) => service.must('GET', `${sources}/${id}/health`)

/** What of an object is expected, so that a difference shows both. */
const partOf = (object: Readonly<Record<string, unknown>> | undefined, expected: object): object =>
  Object.fromEntries(Object.keys(expected).map(name => [name, object?.[name]]))
const same = (cell: string | undefined, expected: Expected): Expected =>
  expected instanceof RegExp && expected.test(cell ?? '') ? expected : (cell ?? '')
const checkRows = (
  rows: readonly Readonly<Record<string, string>>[],
  expected: readonly ExpectedRow[],
  as: string,
): void => {
  const seen = expected.map((row, at) =>
    Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, same(rows[at]?.[column], cell)])),
  )
  assert.equal(seen, expected, as)
}

/** Checks what is read of a source, and what its health says of it. */
const checkSource = async (id: string, one: FeedCase, as: string): Promise<void> => {
  const { rows: expected = [], count = expected.length, columns, warning, understood } = one
  const detail = await service.must('GET', `${sources}/${id}`)
  const health = await healthOf(id)
  const rows = await dataOf(id)
  if (columns) assert.equal(detail.assetSourceColumns, columns, as)
  checkRows(rows, expected, as)
  assert.is(health.served.rows, count, as)
  if (count <= 500) assert.is(rows.length, count, as)
  const faults: readonly { readonly detail: string }[] = health.runs[0]?.faults ?? []
  const said = [...health.warnings, ...faults.map(fault => fault.detail)].join('\n')
  if (warning) {
    assert.match(said, warning, as)
    assert.ok(health.warnings.length > 0, as)
  } else assert.is(said, '', as)
  if (understood) assert.equal(partOf(health.understood, understood), understood, as)
}

/** Checks what a look at the beginning answers; gives the config. */
const checkLook = async (url: string, one: FeedCase) => {
  const { rows: expected = [], columns, understood = {} } = one
  const { status, json } = await looked(url, one)
  assert.is(status, 200, JSON.stringify(json))
  const { config, sample, candidates } = json
  if (columns) assert.equal(Object.keys(sample), columns, 'process')
  for (const [column, cell] of Object.entries(expected[0] ?? {}))
    assert.equal(same(sample[column]?.[0], cell), cell, `process: ${column}`)
  const [chosen, ...others] = candidates
  assert.equal([chosen.chosen, others.some((other: { chosen: boolean }) => other.chosen)], [true, false], 'candidates')
  if (columns) assert.equal(chosen.columns, columns, 'candidates')
  if ('csvSeparator' in understood) assert.is(chosen.csvSeparator, understood.csvSeparator, 'candidates')
  if ('rowXPath' in understood) assert.is(chosen.rowXPath, understood.rowXPath, 'candidates')
  return config
}

const checkCase = async (one: FeedCase): Promise<void> => {
  const { url } = addressOf(one.bytes)
  const feedConfig = await checkLook(url, one)
  const made = [
    ['feed as process answered', await created('feed', feedOf(url, one, { feedConfig }))],
    ['feed', await created('feed', feedOf(url, one))],
    ['feed with a schedule', await created('feed/create', feedOf(url, one, scheduled))],
    ['remote source', await createdRemote(url, one)],
  ] as const
  for (const [as, source] of made) {
    assert.is(source.fault, undefined, as)
    await checkSource(source.id, one, as)
  }
}

const checkRefusal = async (one: FeedCase, refused: RegExp): Promise<void> => {
  const { url } = addressOf(one.bytes)
  const { status, json } = await looked(url, one)
  assert.is(status, 400, JSON.stringify(json))
  assert.match(json.detail, refused, 'process')
  const made = [
    ['feed', await created('feed', feedOf(url, one))],
    ['feed with a schedule', await created('feed/create', feedOf(url, one, scheduled))],
    ['remote source', await createdRemote(url, one)],
  ] as const
  for (const [as, source] of made) assert.match(source.fault ?? 'was read', refused, as)
}

/** A feed that was read well, and what its address answers the day after. */
type TwoDays = {
  readonly name: string
  readonly first: FeedCase
  readonly second: Pick<FeedCase, 'bytes' | 'rows' | 'understood' | 'refused'>
}
const days = (name: string, kind: 'txt' | 'xml', first: Partial<FeedCase>, rows: readonly ExpectedRow[]): TwoDays => {
  const bytes = (day: number) => fileOf(`i01-guess-changes-overnight/day${day}.${kind}`)
  const contentType = kind === 'txt' ? 'csv' : 'xml'
  return { name, first: { name, bytes: bytes(1), contentType, ...first }, second: { bytes: bytes(2), rows } }
}
const pot = (n: number, description: string) => ({
  id: `P${n}`,
  title: `Pot ${n}`,
  description,
  price: `${n}.00 EUR`,
})
const enamel = 'Enamel, 2 l, blue, with lid, oven safe, dishwasher safe'
const itemB = { g_id: 'B', title: 'Second', g_price: '12.50 EUR', g_shipping_g_country: 'DE,AT' }
const good: FeedCase = {
  name: 'good',
  bytes: Buffer.from('id,title\nP1,Pot\nP2,Pan\n'),
  contentType: 'csv',
  columns: ['id', 'title'],
  rows: [
    { id: 'P1', title: 'Pot' },
    { id: 'P2', title: 'Pan' },
  ],
}
const goodJson = {
  ...good,
  bytes: Buffer.from('{"status":"ok","products":[{"id":"P1","title":"Pot"},{"id":"P2","title":"Pan"}]}'),
  contentType: 'json',
} as const

const overnight: readonly TwoDays[] = [
  days(
    'longer descriptions with commas do not break a tab-separated feed overnight',
    'txt',
    {
      columns: ['id', 'title', 'description', 'price'],
      rows: [1, 2, 3].map(n => pot(n, 'Plain pot')),
      understood: { csvSeparator: 'tab' },
    },
    [1, 2, 3].map(n => pot(n, enamel)),
  ),
  days(
    'a feed of which one product is left is read as the day before',
    'xml',
    {
      keyColumn: 'g_id',
      rows: [{ ...itemB, g_id: 'A', title: 'First' }, itemB],
      understood: { rowXPath: '/rss/channel/item' },
    },
    [itemB],
  ),
  {
    name: 'a maintenance page instead of the feed leaves the rows of the day before',
    first: good,
    second: { bytes: fileOf('a17-html-instead/feed.csv'), refused: /HTML/ },
  },
  {
    name: 'an error answer instead of the products leaves the rows of the day before',
    first: goodJson,
    second: { bytes: fileOf('j06-error-beside-empty/feed.json'), refused: /no (?:rows?|products?|records?)\b/i },
  },
]

/** Reads a feed, a scheduled feed and a remote source for the second time: why that fails, or nothing. */
const readAgain = async (feed: string, scheduledFeed: string, remote: string) => {
  const { queueId } = await service.must('PUT', `${sources}/feed/${feed}`, { assetVariantColumn: 'title' })
  const updated = await ended(queueId)
  clock.pass(25 * hour)
  await until(
    async () => (await service.call('GET', `${account}/queues/feed-${scheduledFeed}-2`)).status,
    status => status === 200,
  )
  const due = await until(
    async () => {
      const queue = await service.must('GET', `${account}/queues/feed-${scheduledFeed}-2`)
      // a run of a schedule that fails is tried again after some minutes
      if (queue.errors.some(({ code }: { code: string }) => code === 'retried')) clock.pass(hour / 4)
      return queue
    },
    ({ status }) => status === 'COMPLETED' || status === 'FAILED',
  )
  await service.must('PUT', `${sources}/feed/${scheduledFeed}`, { isScheduled: false })
  await dataOf(remote)
  const { fetch } = await until(
    () => healthOf(remote),
    health => health.fetch.status !== 'STALE' && health.fetch.age !== undefined,
  )
  return {
    updated: updated.status === 'FAILED' ? updated.errors[0].detail : undefined,
    due: due.status === 'FAILED' ? due.errors[0].detail : undefined,
    fetched: fetch.status === 'FAILED' ? fetch.reason : undefined,
  }
}

for (const { name, first, second } of overnight)
  test(name, async () => {
    const { name: place, url } = addressOf(first.bytes)
    const [feed, scheduledFeed, remote] = [
      await created('feed', feedOf(url, first)),
      await created('feed/create', feedOf(url, first, scheduled)),
      await createdRemote(url, first),
    ]
    const ids = [feed, scheduledFeed, remote].map(({ id }) => id)
    for (const id of ids) await checkSource(id, first, 'the first day')
    const columns = await Promise.all(ids.map(id => service.must('GET', `${sources}/${id}`)))
    server.serve(place, second.bytes)
    const faults = await readAgain(feed.id, scheduledFeed.id, remote.id)
    for (const fault of Object.values(faults))
      if (second.refused) assert.match(fault ?? 'was read', second.refused)
      else assert.is(fault, undefined)
    const rows = second.rows ?? first.rows ?? []
    for (const [at, id] of ids.entries()) {
      const read = await dataOf(id)
      checkRows(read, rows, 'the second day')
      assert.is(read.length, rows.length)
      const { assetSourceColumns } = await service.must('GET', `${sources}/${id}`)
      assert.equal(assetSourceColumns, columns[at].assetSourceColumns)
      const { understood } = await healthOf(id)
      if (first.understood) assert.equal(partOf(understood, first.understood), first.understood)
    }
  })

for (const one of [...textCases, ...xmlCases, ...jsonCases])
  test(one.name, () => (one.refused ? checkRefusal(one, one.refused) : checkCase(one)))

/** The served tag of a campaign whose ad shows this of the first product of a feed. */
const adOf = async (idx: number, html: string, one: FeedCase): Promise<string> => {
  const adUnits = [{ adUnitId: 1, adUnitName: 'Product', dimension: '80x40', html }]
  await service.must('PUT', `${account}/template-campaigns/${idx}`, { templateCampaignName: `Ad ${idx}`, adUnits })
  const { id } = await created('feed', feedOf(addressOf(one.bytes).url, one))
  const campaign = await campaignWith(service, [], {
    templateCampaignIdx: idx,
    assetSourceType: 'productFeed',
    productAssetSourceId: Number(id),
  })
  assert.is((await activated(service, campaign)).status, 'ACTIVE')
  const tag = `/serve/acme/${campaign.split('/').pop()}/1`
  return (await service.call('GET', tag, undefined, { key: undefined })).text
}
const caseOf = (cases: readonly FeedCase[], name: string): FeedCase => cases.find(one => one.name.startsWith(name))!

test('columns with blanks in their names work in ads', async () => {
  const ad = await adOf(11, '<p>{{image link}} {{sale price}}</p>', caseOf(textCases, 'columns may have blanks'))
  assert.match(ad, /cdn\.shop\.example\S*p[12]\.png 1?9\.90 EUR/)
})

test('ads show the numbers as the feed has them', async () => {
  const ad = await adOf(12, '<p>{{id}} {{price}} {{was}} {{weight}}</p>', caseOf(jsonCases, 'numbers keep the text'))
  assert.match(ad, /P1 19\.90 20\.00 0\.50|P2 1299\.00 1e3 12\.345678901234567890/)
})

test('a person can choose where the rows are, over the config that process answered', async () => {
  const products = '{"shown":[{"id":"A"},{"id":"B"}],"hidden":[{"id":"C"}]}'
  const one = { contentType: 'json', more: { rowXPath: '/hidden' } } as const
  const { url } = addressOf(Buffer.from(products))
  const { json } = await looked(url, { contentType: 'json' })
  assert.equal(
    json.candidates.map(({ rowXPath }: { rowXPath: string }) => rowXPath),
    ['/shown', '/hidden'],
  )
  const chosen = await looked(url, one)
  assert.equal([chosen.json.candidates[0].rowXPath, chosen.json.sample], ['/hidden', { id: ['C'] }])
  const made = [
    await created('feed', feedOf(url, one, { feedConfig: json.config })),
    await created('feed/create', feedOf(url, one, scheduled)),
    await createdRemote(url, one),
  ]
  for (const { id } of made) assert.equal(await dataOf(id), [{ id: 'C' }])
})

test('a choice that is made later is used from then on', async () => {
  const { url } = addressOf(Buffer.from('made by shop\nid,title\nid,name\nP1,Pot\nP2,Pan\n'))
  const feed = await created('feed', feedOf(url, { contentType: 'csv', more: { skipLines: 1 } }))
  const choice = { csvSeparator: 'comma', skipLines: 2 }
  const { queueId } = await service.must('PUT', `${sources}/feed/${feed.id}`, choice)
  assert.is((await ended(queueId)).status, 'COMPLETED')
  const remote = await createdRemote(url, { contentType: 'csv', more: { skipLines: 1 } })
  await service.must('PUT', `${sources}/remote/${remote.id}`, choice)
  for (const { id } of [feed, remote])
    assert.equal(await dataOf(id), [
      { id: 'P1', name: 'Pot' },
      { id: 'P2', name: 'Pan' },
    ])
})

test('a choice that no operation knows is refused with its name', async () => {
  const { url } = addressOf(good.bytes)
  for (const [member, value] of [
    ['csvSeparator', 'colon'],
    ['characterEncoding', 'utf_7'],
    ['skipLines', -1],
    ['skipLines', 1.5],
    ['rowXPath', 7],
  ] as const)
    for (const [path, body] of [
      ['feed/process', placeOf(url, good)],
      ['feed', feedOf(url, good)],
      ['feed/create', feedOf(url, good, scheduled)],
      ['remote', remoteOf(url, good)],
    ] as const) {
      const { status, json } = await service.call('POST', `${sources}/${path}`, { ...body, [member]: value })
      assert.equal([status, json.errors?.[0]?.pointer], [400, `/${member}`], `${path}: ${value}`)
    }
})

test.run()
