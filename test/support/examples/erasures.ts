import type { PersonErased } from '../../../src/domain/erasures/erasures.ts'

/** Ann was erased, who has a key, and whom older events name as approver and as requester of request 7. */
export const personErased = (over: Partial<PersonErased['data']> = {}): PersonErased => ({
  type: 'PersonErased',
  data: {
    personIds: ['person-1'],
    approverIds: ['ann'],
    approvalIdxs: [7],
    reason: 'ticket 4711',
    at: '2026-05-02T10:00:00.000Z',
    ...over,
  },
})
