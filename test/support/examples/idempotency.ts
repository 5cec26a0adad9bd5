import type { IdempotencyEvent } from '../../../src/domain/idempotency/idempotency.ts'

const at = '2026-05-01T10:00:00.000Z'

export const begun = { bodyHash: 'h', commandId: 'c1', newIds: { thingId: 4 } }
export const commandAccepted: IdempotencyEvent = { type: 'CommandAccepted', data: { ...begun, since: at } }
export const keptAnswer = { status: 200, contentType: 'application/json', text: '{}', headers: {} }
export const commandAnswered: IdempotencyEvent = { type: 'CommandAnswered', data: { answer: keptAnswer, at } }
