import * as assert from 'uvu/assert'
import type { openMongoReadModels } from '../../../src/adapters/read-models/mongodb/open-read-models.ts'
import type { Feeding } from '../../../src/ports/read-models.ts'

/** Has a node feed its views by hand: what it feeds them by, once its turn has begun, and what ends it. */
export const feedingByHand = async ({ lead }: Pick<Awaited<ReturnType<typeof openMongoReadModels>>, 'lead'>) => {
  const led = Promise.withResolvers<Feeding>()
  const leading = lead(
    feeding => {
      led.resolve(feeding)
      return { stop: async () => undefined }
    },
    error => assert.unreachable(String(error)),
  )
  return { feeding: await led.promise, stop: leading.stop }
}
