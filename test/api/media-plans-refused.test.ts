import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { trackerFieldNames } from '../../src/domain/media-plans/tracker-fields.ts'
import { refuser, without } from '../support/given/refused.ts'
import { account, provision, type Service, startService } from '../support/service/service.ts'

const test = suite('media plans, bad input')
let service: Service
const refused = refuser(() => service)
const plan = `${account}/media-plans/1`
const trackers = `${plan}/trackers/12`
const placement = { placementId: 'P-1', placementName: 'Top' }
const site = { id: 1, siteId: 501, siteName: 'Magazine', placements: [placement] }
const good = { mediaPlanName: 'Plan', sites: [site] }
const row = { siteName: 'Magazine', placementName: 'Top' }
const pointers = (problem: { errors: readonly { readonly pointer: string }[] }) => problem.errors.map(e => e.pointer)

test.before(async () => {
  service = await startService()
  await provision(service)
  await service.must('PUT', plan, good)
})
test.after(() => service.stop())

/** Tries each member missing, null and wrong; `place` puts the part into a plan, `at` is its pointer. */
const members = async (
  part: object,
  wrong: Readonly<Record<string, readonly unknown[]>>,
  place: (part: object) => object,
  at: string,
  path = plan,
) => {
  for (const [member, values] of Object.entries(wrong)) {
    const missing = await refused(400, 'invalid-request', 'PUT', path, place(without(part, member)))
    assert.equal(pointers(missing), [`${at}/${member}`])
    for (const value of [null, ...values]) {
      const problem = await refused(400, 'invalid-request', 'PUT', path, place({ ...part, [member]: value }))
      assert.ok(
        pointers(problem).every(p => p.startsWith(`${at}/${member}`)),
        pointers(problem).join(' '),
      )
    }
  }
}

test('every member of a plan: missing, null, of a wrong type, too long', async () => {
  await members(good, { mediaPlanName: [7, '', 'a\nb'], sites: ['x', {}, [null]] }, p => p, '')
  const sites = { id: [0, '1', 1.5], siteId: [-1, '1'], siteName: [7, ''], placements: [{}, 'x', [7]] }
  await members(site, sites, p => ({ ...good, sites: [p] }), '/sites/0')
  const placements = { placementId: [7, '', 'x'.repeat(65)], placementName: [7, ''] }
  await members(
    placement,
    placements,
    p => ({ ...good, sites: [{ ...site, placements: [p] }] }),
    '/sites/0/placements/0',
  )
})

test('the campaign in the path of trackers is a positive integer (PLAN-4)', async () => {
  for (const campaignId of ['0', 'spring', '-1', '1.5']) {
    const { detail } = await refused(400, 'invalid-request', 'GET', `${plan}/trackers/${campaignId}`)
    assert.is(detail, '/path/campaignId must be a whole number from 1 to 9007199254740991')
  }
})

test('names over 255 characters are too large (HTTP-20)', async () => {
  const long = 'x'.repeat(256)
  const sent = { mediaPlanName: long, sites: [{ ...site, siteName: long }] }
  assert.equal(pointers(await refused(413, 'too-large', 'PUT', plan, sent)), ['/mediaPlanName', '/sites/0/siteName'])
})

test('duplicate ids and names', async () => {
  const twin = { id: 2, siteId: 502, siteName: 'Forum', placements: [] }
  for (const member of ['id', 'siteId', 'siteName'] as const) {
    const sites = [site, { ...twin, [member]: site[member] }]
    assert.equal(pointers(await refused(400, 'invalid-request', 'PUT', plan, { ...good, sites })), [
      `/sites/1/${member}`,
    ])
  }
  const second = { placementId: 'P-2', placementName: 'Side' }
  for (const member of ['placementId', 'placementName'] as const) {
    const placements = [placement, { ...second, [member]: placement[member] }]
    const problem = await refused(400, 'invalid-request', 'PUT', plan, { ...good, sites: [{ ...site, placements }] })
    assert.equal(pointers(problem), [`/sites/0/placements/1/${member}`])
  }
})

test('every member of an update of trackers: missing, null, of a wrong type, too long', async () => {
  await members({ mediaPlanDetails: [row] }, { mediaPlanDetails: [7, 'x', {}, [null], ['x']] }, p => p, '', trackers)
  const names = { siteName: [7, ''], placementName: [7, ''] }
  await members(row, names, p => ({ mediaPlanDetails: [p] }), '/mediaPlanDetails/0', trackers)
  for (const field of trackerFieldNames)
    for (const value of [null, 7, ['https://count.example.com/']]) {
      const sent = { mediaPlanDetails: [{ ...row, [field]: value }] }
      const problem = await refused(400, 'invalid-request', 'PUT', trackers, sent)
      assert.equal(pointers(problem), [`/mediaPlanDetails/0/${field}`])
    }
  for (const type of [null, 7, '', 'file', 'INLINE'])
    await refused(400, 'invalid-request', 'PUT', trackers, { mediaPlanDetails: [], type })
  for (const isValidate of [null, 'true', 1])
    await refused(400, 'invalid-request', 'PUT', trackers, { mediaPlanDetails: [], isValidate })
})

test('invalid ids, and plans of other accounts', async () => {
  const none = { mediaPlanDetails: [] }
  await service.must('PUT', '/v2/accounts/other', { name: 'Other', orgId: 'org1' })
  for (const path of [`${account}/media-plans/99`, '/v2/accounts/other/media-plans/1']) {
    await refused(404, 'not-found', 'GET', path)
    await refused(404, 'not-found', 'GET', `${path}/trackers/12`)
    await refused(404, 'not-found', 'PUT', `${path}/trackers/12`, none)
    await refused(404, 'not-found', 'PUT', `${path}/trackers/12?dryRun=true`, none)
  }
  await refused(404, 'not-found', 'PUT', `${account}/media-plans/0`, good)
  for (const id of ['abc', '-1', '1.5', '9999999999999999999']) {
    await refused(400, 'invalid-request', 'PUT', `${account}/media-plans/${id}`, good)
    await refused(400, 'invalid-request', 'GET', `${account}/media-plans/${id}/trackers/12`)
    await refused(400, 'invalid-request', 'PUT', `${plan}/trackers/${id}`, none)
  }
  await refused(400, 'invalid-request', 'GET', `${plan}/trackers/0`)
  await refused(400, 'invalid-request', 'PUT', `${trackers}?dryRun=yes`, none)
})

test('filters that this list does not support', async () => {
  for (const filters of ['siteName=x', 'sites_siteId=x', 'sites_siteId<>1', 'sites_siteId>1', 'sites_siteId', ',,'])
    await refused(400, 'invalid-request', 'GET', `${trackers}?filters=${encodeURIComponent(filters)}`)
})

test('a key without the right neither reads nor writes', async () => {
  const { apiKey: viewer } = await service.must('POST', `${account}/api-keys`, {
    owner: 'viewer',
    permissions: ['MediaPlan_View'],
  })
  assert.is((await service.call('GET', trackers, undefined, { key: viewer })).status, 200)
  await refused(403, 'permission-missing', 'PUT', plan, good, { key: viewer })
  await refused(403, 'permission-missing', 'PUT', trackers, { mediaPlanDetails: [] }, { key: viewer })
  await refused(403, 'account-not-on-key', 'GET', '/v2/accounts/other/media-plans/1', undefined, { key: viewer })
})

test.run()
