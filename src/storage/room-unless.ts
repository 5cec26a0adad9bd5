import type { PutOptions } from '../ports/blobs.ts'
import type { Room } from './room.ts'

/** Room for a file, unless it is one of those that are counted already: the same bytes of the same object need no more. */
export const roomUnless = (isCounted: (sha256: string) => boolean, room: Room): PutOptions => ({
  mayStore: async file => (isCounted(file.sha256) ? undefined : room.mayStore(file)),
})
