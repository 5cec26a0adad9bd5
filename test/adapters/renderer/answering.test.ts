import type { Route } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { answering } from '../../../src/adapters/renderer/answering.ts'
import { Undrawable } from '../../../src/adapters/renderer/undrawable.ts'
import { job } from '../../support/rendering/rendering.ts'

const test = suite('answers to the requests of a page')

test('files are not read beyond what a page may load while its browser takes in the first ones', async () => {
  const body = Buffer.alloc(10 * 1024 ** 2)
  const urls = Array.from({ length: 30 }, (_, n) => `https://files.example/${n}.bin`)
  const [allRead, end] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()]
  let read = 0
  const resource = async () => {
    if (++read === urls.length) allRead.resolve('all were read')
    return { body, contentType: 'application/octet-stream' }
  }
  const { answer, failed } = answering(
    job({ html: '', resource }),
    'https://page.example/',
    async () => true,
    undefined,
  )
  const routeOf = (url: string) =>
    ({
      request: () => ({ url: () => url, method: () => 'GET', resourceType: () => 'fetch' }),
      fulfill: () => end.promise,
      abort: async () => undefined,
    }) as unknown as Route
  const answers = urls.map(url => answer(routeOf(url)))
  const outcome = await Promise.race([failed, allRead.promise]).catch(error => error)
  end.resolve()
  await Promise.all(answers)
  assert.instance(outcome, Undrawable)
  assert.match(outcome.message, 'loads more than 50 MiB')
  // those that were under way are read
  assert.ok(read <= 5 + 4, `${read} were read`)
})

test.run()
