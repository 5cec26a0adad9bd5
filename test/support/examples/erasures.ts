import type { PersonErased } from '../../../src/domain/erasures/erasures.ts'

/** Ann was erased. */
export const personErased = (over: Partial<PersonErased['data']> = {}): PersonErased => ({
  type: 'PersonErased',
  data: {
    personIds: ['person-1'],
    reason: 'ticket 4711',
    at: '2026-05-02T10:00:00.000Z',
    ...over,
  },
})
