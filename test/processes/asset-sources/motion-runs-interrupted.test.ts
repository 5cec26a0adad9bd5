import { mock } from 'node:test'
import * as assert from 'uvu/assert'
import { assetSource } from '../../../src/domain/asset-sources/asset-source.ts'
import type { MotionSettings } from '../../../src/domain/asset-sources/motion-events.ts'
import { motionRun } from '../../../src/domain/asset-sources/motion-run.ts'
import { retailCampaign } from '../../../src/domain/retail-campaigns/retail-campaign.ts'
import { RendererUnavailable } from '../../../src/ports/renderer.ts'
import { motionSettings } from '../../support/examples/asset-sources.ts'
import { campaign } from '../../support/examples/campaign.ts'
import { campaignInLog, twelve } from '../../support/memory/campaign-in-log.ts'
import { fakeRenderer } from '../../support/memory/fakes.ts'
import {
  createSource,
  ends,
  inColumns,
  motionSource,
  pathOf,
  rendered,
  requestFilms,
  runEvents,
  served,
  stateOf,
  timeIn,
  workedOn,
} from '../../support/memory/motion-in-log.ts'
import { comesTrue } from '../../support/memory/node.ts'
import { processSuite } from '../../support/memory/process-suite.ts'

const test = processSuite('motion runs that are interrupted or too late')

test('what has changed since the request ends a run with its reason', async ({ stop }) => {
  const { nodes } = workedOn(stop)
  await campaignInLog(nodes, ['<p>{{headline}}</p>'], ['pot'])
  await createSource(nodes)
  const reasons: string[] = []
  const failed = async (settings: MotionSettings) => {
    const end = await rendered(nodes, settings)
    reasons.push(end.type === 'MotionRunFailed' ? `${end.data.code}: ${end.data.reason}` : end.type)
  }
  await failed(inColumns({ film: 1 }, { assetSourceId: 9 }))
  await nodes.does(retailCampaign, twelve, {
    kind: 'UpdateRetailCampaign',
    changes: { adUnits: campaign().adUnits.map(unit => ({ ...unit, adUnitId: 8 })) },
    at: timeIn(nodes),
  })
  await failed(motionSettings)
  assert.equal(reasons, [
    'not-found: The asset source that the rows come from no longer exists.',
    'unknown-ad-unit: assetSourceMap/0/assetId must be the id of an ad unit of the campaign.',
  ])
})

test('only the last request is rendered: a run ends when it sees a later one (SOURCE-10)', async ({ stop }) => {
  const { promise: drawn, resolve: draw } = Promise.withResolvers<void>()
  const renderer = fakeRenderer(async job => {
    await drawn
    return { bytes: Buffer.from(job.html), missing: [] }
  })
  const { nodes, jobs } = workedOn(stop, renderer)
  await campaignInLog(nodes, ['<p>{{headline}}</p>', '<b>{{headline}}</b>'], ['pot'])
  await createSource(nodes)
  await requestFilms(nodes)
  await comesTrue(() => jobs.length > 0, 'rendering starts')
  await requestFilms(nodes, inColumns({ film: 2 }))
  draw()
  await comesTrue(() => ends(nodes).length === 2, 'both runs end')
  assert.equal(
    ends(nodes).map(end => (end.type === 'MotionRunFailed' ? end.data.code : end.type)),
    ['superseded', 'MotionRunCompleted'],
  )
  const { serving, loads } = await stateOf(nodes)
  assert.equal([serving, loads.length], [1, 1], 'the earlier run served nothing')
  assert.is((await served(nodes)).rows[0]?.[2], pathOf('<b>pot</b>'))
})

test('when Chromium is lost the attempt ends, and the next one renders what is missing', async ({ stop }) => {
  let losses = 1
  const renderer = fakeRenderer(job => {
    if (job.label.startsWith('pot') && losses-- > 0) throw new RendererUnavailable('Chromium was ended')
    return { bytes: Buffer.from(job.html), missing: [] }
  })
  const { nodes, jobs } = workedOn(stop, renderer)
  await campaignInLog(nodes, ['<p>{{headline}}</p>'], ['pot', 'can'])
  await createSource(nodes)
  const ending = rendered(nodes)
  await comesTrue(() => runEvents(nodes).some(e => e.type === 'MotionRunAttemptFailed'), 'an attempt fails')
  nodes.clock.pass(5_000)
  nodes.look()
  assert.equal([(await ending).type, (await ending).data.failed], ['MotionRunCompleted', 0])
  assert.equal(jobs.filter(({ label }) => label.startsWith('can')).length, 1)
})

test('rows are not served if the asset source changes while a run looks at it; the next attempt serves them', async ({
  stop,
}) => {
  const { nodes, jobs } = workedOn(stop)
  await campaignInLog(nodes, ['<p>{{headline}}</p>'], ['pot'])
  await createSource(nodes)
  const rename = { kind: 'ChangeSource', assetSourceType: 'motion', assetSourceName: 'Renamed' } as const
  let isRenamed = false
  const { append } = nodes.log
  mock.method(nodes.log, 'append', async (...[stream, events, revision]: Parameters<typeof append>) => {
    if (events.some(({ type }) => type === 'AssetSourceLoaded') && !isRenamed) {
      isRenamed = true
      await nodes.does(assetSource, motionSource, { ...rename, at: timeIn(nodes) })
    }
    return append(stream, events, revision)
  })
  const ending = rendered(nodes)
  await comesTrue(() => runEvents(nodes).some(e => e.type === 'MotionRunAttemptFailed'), 'an attempt fails')
  assert.is((await stateOf(nodes)).serving, 0)
  nodes.clock.pass(5_000)
  nodes.look()
  assert.is((await ending).type, 'MotionRunCompleted')
  const { assetSourceName, serving } = await stateOf(nodes)
  assert.equal([assetSourceName, serving, jobs.length], ['Renamed', 1, 1])
})

test('a worker that loses the run while it renders serves nothing', async ({ stop }) => {
  const { promise: drawn, resolve: draw } = Promise.withResolvers<void>()
  const renderer = fakeRenderer(async job => {
    await drawn
    return { bytes: Buffer.from(job.html), missing: [] }
  })
  const { nodes, jobs } = workedOn(stop, renderer)
  await campaignInLog(nodes, ['<p>{{headline}}</p>'], ['pot'])
  await createSource(nodes)
  await requestFilms(nodes)
  await comesTrue(() => jobs.length > 0, 'rendering starts')
  const claim = { kind: 'FailAttempt', attempt: 1, reason: 'silent', isSilent: true, at: timeIn(nodes) } as const
  await nodes.does(motionRun, 'acme:motion-14-1', claim)
  draw()
  await nodes.stop()
  assert.equal(
    runEvents(nodes).map(e => e.type),
    ['MotionRunProgressed', 'MotionRunAttemptFailed'],
  )
  assert.is((await stateOf(nodes)).serving, 0)
})

test.run()
