import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type FeedServer, startFeedServer } from '../support/servers/feed-server.ts'
import { account, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('prices')
const sources = `${account}/asset-sources`
let service: Service
let server: FeedServer
test.before(async () => {
  server = await startFeedServer()
  service = await startService({ EGRESS_ALLOW: server.host })
  await provision(service)
})
test.after(async () => {
  await service.stop()
  await server.stop()
})

const ended = (queueId: string) =>
  until(
    () => service.must('GET', `${account}/queues/${queueId}`),
    ({ status }) => status === 'COMPLETED' || status === 'FAILED',
  )
/** A feed of lamps with these prices, and its recommendations among prices at most 50 apart. */
const lamps = async (name: string, prices: Readonly<Record<string, string>>) => {
  const rows = Object.entries(prices).map(([id, price]) => `${id};red lamp;"${price}"\n`)
  const url = server.serve(name, `id;title;price\n${rows.join('')}`)
  const feed = { assetSourceName: name, assetKeyColumn: 'id', url, urlType: 'http', contentType: 'csv' }
  const { id: source } = await service.must('POST', `${sources}/feed`, feed)
  assert.is((await ended(`feed-${source}-1`)).status, 'COMPLETED')
  const recommendationMap = [
    { assetSourceColumn: 'title', dataType: 'string' },
    { assetSourceColumn: 'price', dataType: 'numeric', acceptedRange: 50 },
  ]
  const { id, queueId } = await service.must('POST', `${sources}/${source}/recommendation`, {
    updateFrequency: 24,
    recommendationConfig: { type: 'content', maxRecommendations: 10, recommendationMap },
  })
  assert.is((await ended(queueId)).status, 'COMPLETED')
  return { source, id }
}
const keysFor = async (id: string, key: string): Promise<readonly string[]> => {
  const { recommendations } = await service.must('GET', `${sources}/${id}/recommend?key=${key}`)
  return recommendations.map((found: { readonly key: string }) => found.key).toSorted()
}
const healthOf = (id: string) => service.must('GET', `${sources}/${id}/health`)

test('European prices are compared as people read them, so that none is taken for 1 (SOURCE-12)', async () => {
  const { source, id } = await lamps('european.csv', {
    A: '1.299,00 EUR',
    B: '1,50 EUR',
    C: '1.310,00 EUR',
    D: '€ 1.305,00',
    E: '1 300,00 €',
  })
  const like = ['A', 'C', 'D', 'E']
  for (const key of like)
    assert.equal(
      await keysFor(id, key),
      like.filter(other => other !== key),
    )
  assert.is((await service.call('GET', `${sources}/${id}/recommend?key=B`)).status, 404)
  for (const healthy of [source, id]) assert.equal((await healthOf(healthy)).warnings, [])
})

test('ambiguous prices and values that are none are in the health of the feed and of its recommendations (SOURCE-18)', async () => {
  const { source, id } = await lamps('ambiguous.csv', { A: '1.299', B: '99.500', C: 'on request' })
  assert.equal(await keysFor(id, 'A'), ['B', 'C'])
  const why = '"1.299" can mean 1299 or 1.299. Write prices with two decimals, or without grouping.'
  const feed = await healthOf(source)
  assert.equal(
    [feed.state, feed.warnings],
    [
      'WARNING',
      [
        '1 value in column "price" of the first 3 rows is not a price, such as "on request".',
        `Prices in column "price" of the first 3 rows are ambiguous: ${why}`,
      ],
    ],
  )
  const { state, warnings, runs } = await healthOf(id)
  const expected = [`Column "price" does not count in the recommendations: ${why}`]
  assert.equal([state, warnings, runs[0].warnings], ['WARNING', expected, expected])
})

test.run()
