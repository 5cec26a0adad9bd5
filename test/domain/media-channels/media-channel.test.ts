import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { MediaChannel } from '../../../src/domain/media-channels/channel.ts'
import {
  type ChannelUpdate,
  type MediaChannelCommand,
  mediaChannel,
} from '../../../src/domain/media-channels/media-channel.ts'
import {
  channel,
  channelUpdated,
  channelCreated as created,
  channelDeleted as deleted,
} from '../../support/examples/media-channels.ts'
import { given } from '../../support/given/decider.ts'

const at = '2026-05-01T10:00:00.000Z'
const update = (change: ChannelUpdate): MediaChannelCommand => ({ kind: 'UpdateMediaChannel', update: change, at })
const remove: MediaChannelCommand = { kind: 'DeleteMediaChannel', at }
const history = given(mediaChannel)

test('a channel is created once', () => {
  history().when({ kind: 'CreateMediaChannel', channel: channel(), at }).then(created())
  history(created()).when({ kind: 'CreateMediaChannel', channel: channel(), at }).thenNothing()
})
test('an update merges its parts and records their new values', () =>
  history(created())
    .when(update({ activationConfiguration: { creativeGeneration: true } }))
    .then(channelUpdated({ activationConfiguration: { tagGeneration: true, creativeGeneration: true } })))
test('an update without changes gives no event', () => {
  history(created()).when(update({})).thenNothing()
  history(created())
    .when(update({ status: 'Enabled', activationConfiguration: { tagGeneration: true } }))
    .thenNothing()
})
test('a missing channel cannot be changed or deleted', () => {
  history().when(update({})).thenRejected('not-found')
  history().when(remove).thenRejected('not-found')
})
test('a deleted channel stays deleted, and no longer refers to its secrets', () => {
  const own = { values: { key: '********' }, secrets: { '/key': 'secret:1' } }
  const after = history(created({ additionalConfiguration: own }), deleted)
  assert.equal([after.state?.status, after.state?.additionalConfiguration?.secrets], ['Deleted', {}])
  after.when(update({ status: 'Enabled' })).thenRejected('not-found')
  after.when(remove).thenRejected('not-found')
})
test('settings that would exceed 64 KiB are refused', () => {
  const big = (name: string) => ({ values: { [name]: 'x'.repeat(40_000) }, secrets: {} })
  history(created({ additionalConfiguration: big('a') }))
    .when(update({ additionalConfiguration: big('b') }))
    .thenRejected('invalid-request')
})

const commands: fc.Arbitrary<MediaChannelCommand> = fc.oneof(
  fc.constant<MediaChannelCommand>({ kind: 'CreateMediaChannel', channel: channel(), at }),
  fc.constant(remove),
  fc
    .record(
      {
        status: fc.constantFrom('Enabled' as const, 'Disabled' as const),
        activationConfiguration: fc.record(
          { tagGeneration: fc.boolean(), creativeGeneration: fc.boolean() },
          { requiredKeys: [] },
        ),
        additionalConfiguration: fc.record({
          values: fc.dictionary(fc.constantFrom('a', 'b'), fc.oneof(fc.integer(), fc.constant(null))),
          secrets: fc.constant({}),
        }),
      },
      { requiredKeys: [] },
    )
    .map(update),
)

test('under any sequence of commands events decode, a repeat changes nothing, and Deleted is final', () => {
  fc.assert(
    fc.property(fc.array(commands, { maxLength: 20 }), asked => {
      let state = mediaChannel.initialState
      for (const command of asked) {
        const decided = mediaChannel.decide(command, state)
        if (E.isLeft(decided)) {
          assert.is(decided.left.code, 'not-found')
          continue
        }
        for (const event of decided.right) assert.ok(E.isRight(mediaChannel.events.decode(event)))
        const before = state?.status
        state = decided.right.reduce<MediaChannel | undefined>(mediaChannel.evolve, state)
        if (before === 'Deleted') assert.is(state?.status, 'Deleted')
        const again = mediaChannel.decide(command, state)
        if (E.isRight(again)) assert.equal(again.right, [])
      }
    }),
  )
})

test.run()
