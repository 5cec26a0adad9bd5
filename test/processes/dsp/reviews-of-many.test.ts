import * as assert from 'uvu/assert'
import { dspConfigurations } from '../../../src/domain/dsp/configurations.ts'
import { openDspReviews } from '../../../src/dsp/reviews/open-dsp-reviews.ts'
import type { Dsp, DspCreative } from '../../../src/ports/dsp.ts'
import { dspPushes } from '../../../src/processes/dsp/pushing/dsp-pushes.ts'
import * as activations from '../../support/examples/activation.ts'
import { campaign } from '../../support/examples/campaign.ts'
import { configuration } from '../../support/examples/dsp.ts'
import * as exported from '../../support/examples/dsp-exports.ts'
import { inStream } from '../../support/given/projection.ts'
import { snapshotOf } from '../../support/memory/dsp-exports.ts'
import { memoryBlobs } from '../../support/memory/fakes.ts'
import { comesTrue, memoryNodes } from '../../support/memory/node.ts'
import { processSuite } from '../../support/memory/process-suite.ts'

const test = processSuite('reviews of many campaigns at one advertiser')
const units = 20
const perPage = 200
/** What the quota of an advertiser leaves for each request. */
const pageMs = 240

/** A node with so many campaigns that wait for the DSP's reviews. `requests`: pages of creatives that it has asked the DSP for. */
const reviewing = async (campaigns: number) => {
  const blobs = memoryBlobs()
  const dspAccess = { of: (accountId: string) => ({ accountId, token: async () => 'token' }) }
  const numbers = Array.from({ length: campaigns }, (_, i) => i + 1)
  let review: DspCreative['review'] = 'pending'
  let requests = 0
  const creatives = numbers.flatMap(number =>
    Array.from({ length: units }, (_, i) => {
      const tagId = `acme:${number}:${i + 1}`
      return { tagId, creativeId: `c-${tagId}`, name: tagId, state: 'active', updatedAt: '' } as const
    }),
  )
  const findCreatives: Dsp['findCreatives'] = async (_, { isWanted }) => {
    const pages = Math.ceil(creatives.length / perPage)
    requests += pages
    nodes.clock.pass(pages * pageMs)
    return creatives.filter(({ tagId }) => isWanted(tagId)).map(creative => ({ ...creative, review }))
  }
  const dsp = { findCreatives } as Dsp
  const nodes = memoryNodes({ blobs, config: { publicUrl: 'https://ads.test', mailLimit: 200 }, dsp, dspAccess })
  Object.assign(nodes.ports, { dspReviews: openDspReviews({ dsp, dspAccess, clock: nodes.clock }) })
  const at = nodes.clock.now().toISOString()
  await nodes.does(dspConfigurations, 'acme', { kind: 'CreateConfiguration', configuration: configuration(), at })
  for (const number of numbers) {
    const made = { ...snapshotOf(units), campaign: campaign({ retailCampaignIdx: number }) }
    const { sha256: snapshot } = await blobs.put(Buffer.from(JSON.stringify(made)))
    const tags = creatives.slice((number - 1) * units, number * units)
    const history = {
      'dsp-export': [
        exported.dspExportStarted({ snapshot, total: units, at }),
        exported.dspAttemptStarted({ at }),
        ...tags.map(({ tagId, creativeId }, i) => exported.dspTagExported(i + 1, { tagId, creativeId, at })),
        exported.dspExportCompleted({ total: units, exported: units, at }),
      ],
      activation: [
        activations.activationRequested({ channel: activations.pushingChannel, at }),
        activations.activationStarted({ at }),
        activations.activationPushRequested({ snapshot, at }),
        activations.activationPublished({ at }),
      ],
    }
    for (const [category, events] of Object.entries(history)) {
      const stream = `${category}-acme:${number}`
      await nodes.log.append(stream, inStream(stream, events), -1)
    }
  }
  const had = (type: string) => nodes.types().filter(found => found === type).length
  return {
    ...nodes,
    requests: () => requests,
    approves: () => {
      review = 'approved'
    },
    /** Waits until every campaign has asked so often. */
    asked: (times: number) => comesTrue(() => had('DspReviewAsked') >= campaigns * times, `${times} questions of each`),
    reviewed: () => comesTrue(() => had('ActivationReviewed') >= campaigns, 'every campaign is reviewed'),
  }
}

for (const campaigns of [1, 10, 100])
  test(`${campaigns} campaigns ask the DSP for as many pages as one reading of their creatives has`, async ({
    stop,
  }) => {
    const nodes = await reviewing(campaigns)
    stop.push(nodes.stop)
    nodes.start([dspPushes], 'one')
    await nodes.asked(1)
    const pages = Math.ceil((campaigns * units) / perPage)
    assert.is(nodes.requests(), pages)
    nodes.approves()
    nodes.clock.pass(60_000)
    nodes.look()
    await nodes.reviewed()
    assert.is(nodes.requests(), 2 * pages)
  })

test.run()
