import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type ActivationCommand, activation } from '../../../src/domain/activation/activation.ts'
import { type CampaignChannel, makesTags } from '../../../src/domain/activation/channel.ts'
import { assetGenerationTypes } from '../../../src/domain/activation/events.ts'
import { type Activation, notActivated } from '../../../src/domain/activation/state.ts'
import { given } from '../../support/given/decider.ts'

const at = '2026-05-01T10:00:00.000Z'
const activate: ActivationCommand = {
  kind: 'Activate',
  creatives: 1,
  approval: 'Approved',
  contentHash: 'c',
  trackerTypes: [],
  at,
}
const channel: CampaignChannel = {
  mediaChannelIdx: 3,
  status: 'Enabled',
  tagGeneration: true,
  creativeGeneration: false,
}

test('a run keeps the settings of its channel at the time of the request', () =>
  given(activation)()
    .when({ ...activate, channel, assetGenerationType: 'png' })
    .then({
      type: 'ActivationRequested',
      data: {
        run: 1,
        contentHash: 'c',
        trackerTypes: [],
        at,
        channel: { mediaChannelIdx: 3, tagGeneration: true, creativeGeneration: false },
      },
    }))
test('a channel that is disabled, deleted, or generates nothing is rejected', () => {
  const on = (over: Partial<CampaignChannel>) =>
    given(activation)().when({ ...activate, channel: { ...channel, ...over } })
  on({ status: 'Disabled' }).thenRejected('media-channel-disabled')
  on({ status: 'Deleted' }).thenRejected('media-channel-missing')
  on({ tagGeneration: false }).thenRejected('nothing-to-activate')
})
test('a channel that pushes to the DSP needs exactly one configuration of its name in the account', () => {
  const on = (configIds: readonly number[]) =>
    given(activation)().when({ ...activate, channel: { ...channel, push: { configName: 'Spring', configIds } } })
  on([]).thenRejected('dsp-configuration-missing')
  on([7, 8]).thenRejected('dsp-configuration-missing')
  on([7]).then({
    type: 'ActivationRequested',
    data: {
      run: 1,
      contentHash: 'c',
      trackerTypes: [],
      at,
      channel: { mediaChannelIdx: 3, tagGeneration: true, creativeGeneration: false, dspConfigId: 7 },
    },
  })
})
test('disabling the channel of a run in progress changes nothing', () =>
  given(activation)({ type: 'ActivationRequested', data: { run: 1, contentHash: 'c', trackerTypes: [], at } })
    .when({ ...activate, channel: { ...channel, status: 'Disabled' } })
    .thenNothing())

test('a run generates exactly what its channel says, independent of earlier runs', () => {
  const channels = fc.record({
    mediaChannelIdx: fc.integer({ min: 1 }),
    status: fc.constantFrom('Enabled' as const, 'Disabled' as const, 'Deleted' as const),
    tagGeneration: fc.boolean(),
    creativeGeneration: fc.boolean(),
  })
  const types = fc.option(fc.constantFrom(...assetGenerationTypes), { nil: undefined })
  fc.assert(
    fc.property(fc.option(channels, { nil: undefined }), types, fc.boolean(), (on, type, ranBefore) => {
      const before: Activation = ranBefore
        ? { ...notActivated, status: 'FAILED', run: 4, contentHash: 'c0', assetGenerationType: 'gif', channel }
        : notActivated
      const command = { ...activate, ...(on && { channel: on }), ...(type && { assetGenerationType: type }) }
      const decided = activation.decide(command, before)
      if (E.isLeft(decided)) {
        assert.ok(on && (on.status !== 'Enabled' || (!on.tagGeneration && !on.creativeGeneration)))
        return
      }
      for (const event of decided.right) assert.ok(E.isRight(activation.events.decode(event)))
      const after = decided.right.reduce(activation.evolve, before)
      if (after.status === 'NEW') return assert.unreachable('activation was requested')
      assert.is(makesTags(after.channel), on?.tagGeneration ?? true)
      assert.is(
        after.assetGenerationType,
        on === undefined ? type : on.creativeGeneration ? (type ?? 'png') : undefined,
      )
      assert.is(after.channel?.mediaChannelIdx, on?.mediaChannelIdx)
    }),
  )
})

test.run()
