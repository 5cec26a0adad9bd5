import * as assert from 'uvu/assert'
import { until } from '../waiting/until.ts'
import type { Service } from './service.ts'

/**
 * The service with a client that repeats what it is asked to repeat while products are being indexed (CREATIVE-17): a busy machine needs
 * longer for that than a look-up waits.
 */
export const whenIndexed = (service: Service): Service => {
  const call: Service['call'] = (...request) =>
    until(
      () => service.call(...request),
      ({ json }) => json?.code !== 'index-not-ready',
    )
  return {
    ...service,
    call,
    async must(method, path, json) {
      const answered = await call(method, path, json)
      if (answered.status !== 200) assert.unreachable(`${method} ${path}: ${answered.status} ${answered.text}`)
      return answered.json
    },
  }
}
