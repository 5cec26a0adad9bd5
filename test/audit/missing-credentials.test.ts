import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { missingCredentials } from '../../src/audit/verify/missing-credentials.ts'
import type { Recorded } from '../../src/ports/event-log.ts'
import { channelCreated, channelUpdated } from '../support/examples/media-channels.ts'

const test = suite('credentials that verify misses')

const settings = (secretId: string) => ({
  additionalConfiguration: { values: { seat: '4711', apiKey: '********' }, secrets: { '/apiKey': secretId } },
})
const stream = 'media-channel-org1:1'
const events = [channelCreated(settings('secret:old')), channelUpdated(settings('secret:new'))].map(
  (event, revision): Recorded => ({
    ...event,
    stream,
    revision,
    id: `event ${revision}`,
    position: BigInt(revision + 1),
    metadata: { at: '', actor: '', operation: '', correlationId: '', causationId: '', schemaVersion: 1 },
  }),
)

for (const [kept, lost] of [
  ['secret:old', ['secret:new']],
  ['secret:new', []],
] as const)
  test(`are those that a media channel needs now: ${lost.length} if only ${kept} is there`, async () => {
    const log = {
      async *readStreamPages() {
        yield events
      },
    }
    const missing = missingCredentials(log, { has: async id => id === kept })
    for (const event of events) missing.event(event)
    const faults = await missing.end()
    assert.equal(
      faults.map(({ where }) => where),
      [...lost],
    )
  })

test.run()
