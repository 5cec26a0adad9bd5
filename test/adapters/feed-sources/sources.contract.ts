import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openCloudStorage } from '../../../src/adapters/cloud-storage/open.ts'
import { openFeedSources } from '../../../src/adapters/feed-sources/open-feed-sources.ts'
import { openFetcher } from '../../../src/adapters/fetcher/guarded.ts'
import { type FeedFault, isFeedFault } from '../../../src/ports/feed-parser.ts'
import type { FeedAddress, FeedCredentials, FeedSources } from '../../../src/ports/feed-sources.ts'

/** A server with feeds, and how its clients log in. */
export type FeedServer = {
  /** host:port */
  readonly host: string
  readonly credentials: FeedCredentials
  readonly wrong: FeedCredentials
  put(name: string, bytes: Buffer | string): Promise<unknown>
  addressOf(name: string): FeedAddress
  stop(): Promise<void>
}

type Context = {
  server: FeedServer
  folder: string
  close: () => Promise<void>
  open: (allow?: boolean) => FeedSources
}

/** What every kind of source promises. */
export const feedSourcesContract = (name: string, start: () => Promise<FeedServer>) => {
  const test = suite<Context>(`feeds over ${name}`)
  test.before(async context => {
    context.server = await start()
    context.folder = await mkdtemp(join(tmpdir(), 'endcap-feeds-'))
    const closing: (() => Promise<unknown>)[] = []
    context.open = (allow = true) => {
      const egressAllow = allow ? [context.server.host, '127.0.0.1:*'] : []
      const fetcher = openFetcher({ egressAllow })
      closing.push(fetcher.close)
      const cloud = openCloudStorage({ fetcher, maxObjectBytes: 2 ** 40 })
      return openFeedSources({ fetcher, cloud, egressAllow, folder: context.folder })
    }
    context.close = async () => {
      for (const close of closing) await close()
    }
  })
  test.after(async ({ server, folder, close }) => {
    await close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const read = async (
    { open, server }: Context,
    file: string,
    credentials = server.credentials,
    mostBytes = 1_000_000_000,
  ): Promise<{ readonly bytes: Buffer; readonly cut: boolean } | FeedFault> => {
    const fetched = await open().fetch(server.addressOf(file), credentials, { mostBytes })
    if (isFeedFault(fetched)) return fetched
    const bytes = await readFile(fetched.path)
    assert.is(bytes.length, fetched.bytes)
    await fetched.close()
    return { bytes, cut: fetched.cut }
  }
  const codeOf = (outcome: object) => (isFeedFault(outcome) ? outcome.code : 'fetched')

  test('a feed arrives as it is, also a large one, and one with an unusual name', async context => {
    const large = Buffer.alloc(20_000_000, 'line\n')
    await context.server.put('list.csv', 'sku\na\n')
    await context.server.put('large.csv', large)
    await context.server.put('ä b+c%.csv', 'sku\nb\n')
    assert.equal(await read(context, 'list.csv'), { bytes: Buffer.from('sku\na\n'), cut: false })
    assert.equal(await read(context, 'ä b+c%.csv'), { bytes: Buffer.from('sku\nb\n'), cut: false })
    const fetched = await read(context, 'large.csv')
    assert.ok('bytes' in fetched && fetched.bytes.equals(large))
  })

  test('of a large feed only the beginning is fetched when that is asked for', async context => {
    await context.server.put('large.csv', Buffer.alloc(20_000_000, 'line\n'))
    const fetched = await read(context, 'large.csv', undefined, 1_000)
    assert.ok('bytes' in fetched)
    assert.equal([fetched.bytes.length, fetched.cut], [1_000, true])
  })

  test('a wrong login, a missing file and a private address are told apart, without credentials', async context => {
    const { server, open } = context
    await server.put('list.csv', 'sku\na\n')
    const outcomes = [
      await read(context, 'list.csv', server.wrong),
      await read(context, 'missing.csv'),
      await open(false).fetch(server.addressOf('list.csv'), server.credentials, { mostBytes: 1_000 }),
    ]
    assert.equal(outcomes.map(codeOf), ['login-refused', 'not-found', 'address-refused'])
    for (const secret of Object.values({ ...server.credentials, ...server.wrong }))
      if (secret.length > 5) assert.not.match(JSON.stringify(outcomes), secret)
  })

  test('nothing is left behind', async ({ folder }) => {
    const { readdir } = await import('node:fs/promises')
    assert.equal(await readdir(folder), [])
  })
  return test
}
