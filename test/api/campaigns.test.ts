import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { account, campaignWith, provision, type Service, startService } from '../support/service/service.ts'

const test = suite('classic campaigns and data signals')
let service: Service
let sourceId: number
const signals = [
  {
    dataSignalId: 1,
    dataSignalName: 'Weather',
    dataSignalProperties: [
      { propertyId: 'sky', propertyName: 'Sky', operators: ['EQUALS', 'IN'] },
      { propertyId: 'temperature', propertyName: 'Temperature', operators: ['GREATER_THAN'] },
    ],
  },
  { dataSignalId: 2, dataSignalName: 'Store', dataSignalProperties: [] },
]
test.before(async () => {
  service = await startService()
  await provision(service)
  const campaign = await campaignWith(service, ['one'])
  sourceId = (await service.call('GET', campaign)).json.dataServiceId
  await service.must('PUT', `${account}/data-signals`, { dataSignals: signals })
})
test.after(() => service.stop())

const sky = (value: unknown, operator = 'EQUALS') => ({
  dataSignalService: 'Weather',
  dataSignalProperty: 'sky',
  operator,
  value,
})
const body = (more: object = {}) => ({
  campaignName: 'Garden weather',
  defaultURL: 'https://shop.example.com/garden',
  assetMap: [{ assetId: 'headline', assetSourceId: sourceId, assetSourceColumn: 'headline' }],
  decisionMap: [{ assetSourceId: String(sourceId), dataSignalService: 'Weather', dataSignalProperty: 'sky' }],
  decisionGraph: {
    defaultCreativeMaster: 'any-weather',
    rulePriority: null,
    segments: [{ name: 'Sunny', creativeMasters: ['parasol'], condition: sky('clear') }],
  },
  ...more,
})
const graph = (segments: unknown, more: object = {}) => ({
  decisionGraph: { defaultCreativeMaster: 'any', rulePriority: null, segments, ...more },
})
const campaigns = `${account}/campaigns`

test('a campaign is created, read as it was sent, listed and deleted', async () => {
  const { campaignId, msg } = await service.must('POST', `${campaigns}/`, body())
  assert.type(campaignId, 'string')
  assert.match(msg, campaignId)
  const record = (await service.call('GET', `${campaigns}/${campaignId}`)).json
  const { campaignId: id, creationDate, lastUpdate, status, version, ...sent } = record
  assert.equal(sent, body())
  assert.equal([String(id), status, version], [campaignId, 'ACTIVE', 1])
  assert.match(creationDate, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d$/)
  assert.is(lastUpdate, creationDate)
  const listed = (await service.call('GET', `${campaigns}/?filters=campaignName(like)garden%25`)).json
  assert.equal(listed.campaigns, [
    { campaignId: id, campaignName: 'Garden weather', defaultURL: body().defaultURL, lastUpdate, creationDate },
  ])
  const gone = await service.call('DELETE', `${campaigns}/${campaignId}`)
  assert.equal([gone.status, gone.text], [200, ''])
  assert.is((await service.call('GET', `${campaigns}/${campaignId}`)).status, 404)
  assert.is((await service.call('DELETE', `${campaigns}/${campaignId}`)).status, 404)
  assert.is((await service.call('POST', `${campaigns}/${campaignId}/decide`, {})).status, 404)
})

test('defaultURL is null when it is not set (CLASSIC-3)', async () => {
  const { defaultURL: _, ...without } = body()
  const { campaignId } = await service.must('POST', `${campaigns}/`, without)
  const record = await service.must('GET', `${campaigns}/${campaignId}`)
  assert.is(record.defaultURL, null)
  const again = await service.must('POST', `${campaigns}/`, record)
  await service.call('DELETE', `${campaigns}/${again.campaignId}`)
  const listed = await service.must('GET', `${campaigns}/?filters=campaignId=${campaignId}`)
  assert.is(listed.campaigns[0].defaultURL, null)
  await service.call('DELETE', `${campaigns}/${campaignId}`)
})

test('rulePriority is null when it is not set', async () => {
  const decisionGraph = { defaultCreativeMaster: 'any', segments: [] }
  const { campaignId } = await service.must('POST', `${campaigns}/`, body({ decisionGraph }))
  const record = await service.must('GET', `${campaigns}/${campaignId}`)
  assert.is(record.decisionGraph.rulePriority, null)
  await service.call('DELETE', `${campaigns}/${campaignId}`)
})

test('pages of campaigns follow each other by next and previous', async () => {
  for (const campaignName of ['One', 'Two', 'Three']) await service.must('POST', campaigns, body({ campaignName }))
  const first = (await service.call('GET', `${campaigns}?limit=2`)).json
  const second = (await service.call('GET', `${campaigns}?limit=2&next=${encodeURIComponent(first.next)}`)).json
  const names = (page: { campaigns: { campaignName: string }[] }) => page.campaigns.map(c => c.campaignName)
  assert.equal([...names(first), ...names(second)], ['One', 'Two', 'Three'])
  assert.is(second.next, null)
  const back = (await service.call('GET', `${campaigns}?limit=2&next=${encodeURIComponent(second.previous)}`)).json
  assert.equal(names(back), ['One', 'Two'])
  const beyond = (await service.call('GET', `${campaigns}?limit=2&offset=50`)).json
  assert.equal([names(beyond), beyond.next], [[], null])
  const last = (await service.call('GET', `${campaigns}?limit=2&previous=${encodeURIComponent(beyond.previous)}`)).json
  assert.equal([names(last), last.next], [['Two', 'Three'], null])
  const time = last.campaigns[0].creationDate
  const count = async (filters: string) =>
    (await service.must('GET', `${campaigns}?filters=${encodeURIComponent(filters)}`)).count
  assert.is(await count(`creationDate>=${time}`), await count(`lastUpdate>=${time.replace(' ', 'T')}`))
  assert.ok((await count(`creationDate>=${time}`)) >= 2)
  assert.equal([await count('creationDate<2026-01-01'), await count('creationDate>2026-01-01')], [0, 3])
})

test('the graph decides which creative masters serve, and for which segments', async () => {
  const { campaignId } = await service.must('POST', campaigns, body())
  const decide = (given: unknown) => service.must('POST', `${campaigns}/${campaignId}/decide`, given)
  const sunny = { creativeMasters: ['parasol'], segment: 'Sunny', why: ['Sunny'] }
  const other = { creativeMasters: ['any-weather'], segment: null, why: [] }
  assert.equal(await decide({ Weather: { sky: 'clear' } }), sunny)
  assert.equal(await decide({ Weather: { sky: 'rain' } }), other)
  assert.equal(await decide({}), other)
  const before = (await service.call('GET', campaigns)).headers.get('endcap-position')
  await decide({ Weather: { sky: 'clear' } })
  assert.is((await service.call('GET', campaigns)).headers.get('endcap-position'), before, 'nothing is appended')
})

test('a leaf whose signal or property the account has no more is false, although somebody still sends it (CLASSIC-9)', async () => {
  const not = { operator: 'not', conditions: [sky('clear')] }
  const segments = [
    { name: 'Sunny', creativeMasters: ['parasol'], condition: sky('clear') },
    { name: 'Other', creativeMasters: ['umbrella'], condition: not },
  ]
  const { campaignId } = await service.must('POST', campaigns, body(graph(segments)))
  const decide = async () =>
    (await service.must('POST', `${campaigns}/${campaignId}/decide`, { Weather: { sky: 'clear' } })).segment
  const segmentWith = async (dataSignals: readonly object[]) => {
    await service.must('PUT', `${account}/data-signals`, { dataSignals })
    return await decide()
  }
  const [weather, store] = signals
  const withoutSky = { ...weather, dataSignalProperties: weather!.dataSignalProperties.slice(1) }
  assert.is(await segmentWith([store!]), 'Other')
  assert.is(await segmentWith([withoutSky]), 'Other')
  assert.is(await segmentWith(signals), 'Sunny')
})

const faults = async (sent: object, refusal = 400): Promise<string[]> => {
  const { status, json } = await service.call('POST', campaigns, sent)
  assert.is(status, refusal, JSON.stringify(json))
  return json.errors.map((e: { pointer: string }) => e.pointer)
}
const deep = (levels: number): unknown =>
  levels === 1 ? sky('clear') : { operator: 'and', conditions: [deep(levels - 1)] }

test('a campaign may name only existing sources, columns, signals, properties and operators', async () => {
  const elsewhere = [{ assetId: 'a', assetSourceId: 999_999, assetSourceColumn: 'headline' }]
  assert.equal(await faults(body({ assetMap: elsewhere })), ['/assetMap/0/assetSourceId'])
  const column = [{ assetId: 'a', assetSourceId: sourceId, assetSourceColumn: 'colour' }]
  assert.equal(await faults(body({ assetMap: column })), ['/assetMap/0/assetSourceColumn'])
  const unknown = [{ assetSourceId: String(sourceId), dataSignalService: 'Traffic', dataSignalProperty: 'sky' }]
  assert.equal(await faults(body({ decisionMap: unknown })), ['/decisionMap/0/dataSignalService'])
  const at = '/decisionGraph/segments/0/condition'
  const of = (condition: unknown) => body(graph([{ name: 'A', creativeMasters: ['a'], condition }]))
  assert.equal(await faults(of({ ...sky('x'), dataSignalProperty: 'wind' })), [`${at}/dataSignalProperty`])
  assert.equal(await faults(of({ operator: 'or', conditions: [sky('x'), sky('x', 'CONTAINS')] })), [
    `${at}/conditions/1/operator`,
  ])
})

test('another account’s sources and signals count as missing', async () => {
  await service.must('PUT', '/v2/accounts/other', { name: 'Other', orgId: 'org1' })
  const { status, json } = await service.call('POST', '/v2/accounts/other/campaigns', body())
  assert.is(status, 400)
  assert.equal(json.errors.map((e: { code: string }) => e.code).sort(), [
    'unknown-asset-source',
    'unknown-asset-source',
    'unknown-signal',
    'unknown-signal',
  ])
})

test('a graph that is too deep, too wide or without a decision is refused with a pointer to the fault', async () => {
  const at = '/decisionGraph/segments/0/condition'
  const of = (condition: unknown) => body(graph([{ name: 'A', creativeMasters: ['a'], condition }]))
  assert.equal(await faults(of(deep(9))), [`${at}${'/conditions/0'.repeat(8)}`])
  assert.equal(await faults(of(sky('x', 'MATCHES'))), [`${at}/operator`])
  assert.equal(await faults(of({ operator: 'or', conditions: [sky('x'), sky('x', 'IN')] })), [
    `${at}/conditions/1/value`,
  ])
  const { json } = await service.call('POST', campaigns, of(deep(9)))
  assert.is(json.errors[0].detail, 'must be at most 8 levels deep')
  const wide = { operator: 'or', conditions: Array.from({ length: 201 }, () => sky('x')) }
  assert.equal(await faults(of(wide)), ['/decisionGraph/segments'])
  assert.equal(await faults(body(graph([], { defaultCreativeMaster: null }))), ['/decisionGraph/defaultCreativeMaster'])
  const twice = [1, 2].map(() => ({ name: 'A', creativeMasters: ['a'] }))
  assert.equal(await faults(body(graph(twice))), ['/decisionGraph/segments/1/name'])
  assert.equal(await faults(body(graph([], { rulePriority: 'FIRST' }))), ['/decisionGraph/rulePriority'])
})

test('every field that is missing, null, of a wrong type or too long is reported', async () => {
  const isLong = (name: string, wrong: unknown) => name === 'campaignName' && typeof wrong === 'string'
  for (const name of ['campaignName', 'assetMap', 'decisionMap', 'decisionGraph'])
    for (const wrong of [undefined, null, 7, 'x'.repeat(100_000)])
      assert.ok(
        (await faults(body({ [name]: wrong }), isLong(name, wrong) ? 413 : 400)).some(p => p.startsWith(`/${name}`)),
        `${name} ${wrong}`,
      )
  for (const wrong of [7, 'javascript:alert(1)', 'x'.repeat(3_000)])
    assert.ok((await faults(body({ defaultURL: wrong }))).includes('/defaultURL'))
})

test('data signals put in one request are listed in pages and filtered', async () => {
  const all = (await service.call('GET', `${account}/data-signals`)).json
  assert.equal([all.dataSignals, all.count, all.next, all.previous], [signals, 2, null, null])
  const one = (await service.call('GET', `${account}/data-signals?limit=1`)).json
  const next = (await service.call('GET', `${account}/data-signals?limit=1&next=${encodeURIComponent(one.next)}`)).json
  assert.equal([one.dataSignals, next.dataSignals], [[signals[0]], [signals[1]]])
  const found = (await service.call('GET', `${account}/data-signals?filters=dataSignalName=Store&fields=dataSignalId`))
    .json
  assert.equal(found.dataSignals, [{ dataSignalId: 2 }])
  await service.must('PUT', '/v2/accounts/nobody', { name: 'Nobody', orgId: 'org1' })
  assert.equal((await service.must('GET', '/v2/accounts/nobody/data-signals')).dataSignals, [])
})

test('unknown operators and duplicate names or ids are refused', async () => {
  const put = (dataSignals: unknown) => service.call('PUT', `${account}/data-signals`, { dataSignals })
  const [first, second] = signals
  const strange = { ...first, dataSignalProperties: [{ propertyId: 'p', propertyName: 'P', operators: ['BETWEEN'] }] }
  for (const [sent, pointer] of [
    [[strange], '/dataSignals/0/dataSignalProperties/0/operators/0'],
    [[first, { ...second, dataSignalName: 'Weather' }], '/dataSignals/1/dataSignalName'],
    [[first, { ...second, dataSignalId: 1 }], '/dataSignals/1/dataSignalId'],
  ] as const) {
    const { status, json } = await put(sent)
    assert.equal([status, json.errors[0].pointer], [400, pointer])
  }
})

test.run()
