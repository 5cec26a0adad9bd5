import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openFeedParser } from '../../../src/adapters/feeds/open-feed-parser.ts'
import { isFeedFault } from '../../../src/ports/feed-parser.ts'
import { inTime } from '../../support/waiting/in-time.ts'
import { until } from '../../support/waiting/until.ts'

const test = suite('feeds of other accounts')
const quiet = () => undefined
const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet }

/** A folder with a feed that takes minutes and one that takes none, and two accounts that have the slow one read. */
const whileHeld = async (sliceMs: number, work: (use: Used) => Promise<void>) => {
  const folder = await mkdtemp(join(tmpdir(), 'endcap-accounts-'))
  const parser = openFeedParser({ logger, sliceMs })
  const end = new AbortController()
  const path = join(folder, 'list.csv')
  await writeFile(path, `sku\n${Array.from({ length: 100_000 }, (_, n) => `pot-${n}\n`).join('')}`)
  const quick = { path, format: { contentType: 'csv' }, config: {} } as const
  const customCode = 'let n = 0; function transform(row) { if (n++ > 20000) for (;;); return row }'
  const slow = { ...quick, format: { ...quick.format, customCode } }
  const { signal } = end
  const begun = new Set<string>()
  const held = ['slow-1', 'slow-2'].map(account => {
    const onRows = (rows: number) => void (rows > 0 && begun.add(account))
    return parser.parse(account, slow, { out: join(folder, account), keyColumn: 'sku', signal, onRows }).catch(quiet)
  })
  try {
    await until(
      async () => begun.size,
      size => size === 2,
    )
    await work({ folder, parser, quick })
  } finally {
    end.abort()
    await Promise.all(held)
    await parser.close()
    await rm(folder, { recursive: true, force: true })
  }
}
type Used = {
  readonly folder: string
  readonly parser: ReturnType<typeof openFeedParser>
  readonly quick: Parameters<ReturnType<typeof openFeedParser>['sample']>[1]
}

test('the beginning of a feed is looked at while other accounts have all of theirs read (SOURCE-4)', () =>
  whileHeld(600_000, async ({ parser, quick }) => {
    const { signal } = new AbortController()
    const sample = await inTime('a sample', parser.sample('acme', quick, { cut: false, signal }))
    assert.equal('sample' in sample && sample.sample.sku?.slice(0, 2), ['pot-0', 'pot-1'])
  }))

test('feeds that take long give way to another account (ADR 0111)', () =>
  whileHeld(200, async ({ folder, parser, quick }) => {
    const { signal } = new AbortController()
    const options = { out: join(folder, 'acme'), keyColumn: 'sku', signal }
    const parsed = await inTime('a feed', parser.parse('acme', quick, options))
    assert.is(isFeedFault(parsed) ? parsed.code : parsed.set.rows, 100_000)
  }))

test.run()
