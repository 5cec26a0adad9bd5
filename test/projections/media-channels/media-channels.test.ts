import { test } from 'uvu'
import { mediaChannels } from '../../../projections/media-channels/media-channels.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const channel = {
  orgId: 'org1',
  idx: 5,
  name: 'Shop window',
  adServerId: 'dsp1',
  type: 'On-site',
  status: 'Enabled',
  activationConfiguration: { tagGeneration: true, creativeGeneration: false },
}
const at = '2026-05-01T10:00:00.000Z'
const later = '2026-05-02T10:00:00.000Z'
const created = { type: 'MediaChannelCreated', data: { channel, at } }
const disabled = { type: 'MediaChannelUpdated', data: { changes: { status: 'Disabled' }, at: later } }
const deleted = { type: 'MediaChannelDeleted', data: { at: later } }

test('a channel is listed under its organisation with its current settings', () => {
  const { orgId, idx, name, adServerId, type } = channel
  const now = { ...channel, status: 'Disabled' }
  const listed = { orgId, idx, name, adServerId, type, status: 'Disabled' }
  return givenEvents(mediaChannels)(...inStream('media-channel-org1:5', [created, disabled])).then({
    'org1:5': { ...listed, channel: now, updatedTime: later, revision: 1 },
  })
})

test('a deleted channel is kept, as lists by template campaign include it', () =>
  givenEvents(mediaChannels)(...inStream('media-channel-org1:5', [created, deleted])).thenIn('org1:5', {
    status: 'Deleted',
  }))

test.run()
