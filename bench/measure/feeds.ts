import { fork } from 'node:child_process'
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openFeedParser } from '../../src/adapters/feeds/open-feed-parser.ts'
import { isFeedFault } from '../../src/ports/feed-parser.ts'
import { median, shown } from '../numbers.ts'
import { compare } from '../report.ts'
import { productColumns, writeProductFeed } from './feeds/product-feed.ts'
import type { Measure } from './measure.ts'

const rows = 100_000
const peers = { csv: 'csv-parse alone', xml: 'saxes alone', json: 'JSON.parse alone' } as const
const formats = ['csv', 'xml', 'json'] as const
type Format = (typeof formats)[number]

type Result = { readonly rows: number; readonly perSecond: number; readonly cpuMicros: number }

const checked = (result: Result, what: string): Result => {
  if (result.rows !== rows) throw new Error(`${what} read ${result.rows} rows instead of ${rows}`)
  return result
}

const alone = (format: Format, path: string): Promise<Result> =>
  new Promise((resolve, reject) => {
    const child = fork(new URL('./feeds/alone.ts', import.meta.url), [format, path], {
      execArgv: ['--max-old-space-size=4096'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    let result: Result | undefined
    child.on('message', message => {
      result = message as Result
    })
    child.on('exit', code => (result ? resolve(result) : reject(new Error(`${format} alone exited with ${code}`))))
  })

const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** From a file to a row file, by a thread of a node's parser: what a run of a feed does between its fetch and its load. */
const whole = async (contentType: Format, path: string): Promise<Result> => {
  const parser = openFeedParser({ logger: silent })
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  const feed = { path, format: { contentType }, config: {} }
  const options = { out: `${path}.rows`, keyColumn: 'sku', signal: new AbortController().signal }
  const parsed = await parser.parse('bench', feed, options)
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  await parser.close()
  if (isFeedFault(parsed)) throw new Error(`${parsed.code}: ${parsed.detail}`)
  return { rows: parsed.set.rows, perSecond: parsed.set.rows / seconds, cpuMicros: (user + system) / parsed.set.rows }
}

/** A product feed of 100,000 rows as CSV, XML and JSON, read into a row file; compared with the parser that reads it, alone. */
export const measureFeeds: Measure = async ({ rounds, dir, progress }) => {
  await mkdir(dir, { recursive: true })
  const pathOf = (format: Format) => join(dir, `products.${format}`)
  progress('feeds: writing the product feed')
  for (const format of formats) await writeProductFeed(pathOf(format), format, rows)
  const results = new Map(formats.map(format => [format, { ours: [] as Result[], alone: [] as Result[] }]))
  for (let round = 1; round <= rounds; round++)
    for (const [format, { ours, alone: peer }] of results) {
      progress(`round ${round} of ${rounds}: feed as ${format}`)
      ours.push(checked(await whole(format, pathOf(format)), 'the project'))
      peer.push(checked(await alone(format, pathOf(format)), peers[format]))
    }
  const rates = (of: readonly Result[]) => of.map(({ perSecond }) => perSecond)
  const cpu = (of: readonly Result[]) => shown(median(of.map(({ cpuMicros }) => cpuMicros)))
  const notes: string[] = []
  for (const [format, { ours, alone: peer }] of results) {
    const megabytes = (await stat(pathOf(format))).size / 1e6
    notes.push(
      `feeds: ${format}: ${productColumns.length} columns, ${shown(megabytes)} MB; ${cpu(ours)} µs of CPU per row, ${peers[format]} ${cpu(peer)}`,
    )
  }
  const lines = [...results].map(([format, { ours, alone: peer }]) =>
    compare(
      { work: `feed, ${format}, to a row file`, unit: 'rows/s', peer: peers[format], budget: { atLeast: 0.5 } },
      rates(ours),
      rates(peer),
    ),
  )
  return { lines, notes }
}
