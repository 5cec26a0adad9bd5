import { createReadStream, readFileSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'
import { SaxesParser } from 'saxes'

// A library alone, on a file that it parses into nothing: node alone.ts <format> <path>
const [format = '', path = ''] = process.argv.slice(2)

const rowsOf: Readonly<Record<string, () => Promise<number>>> = {
  async csv() {
    let rows = -1
    const parser = parse({ delimiter: ',' })
    parser.on('data', () => {
      rows++
    })
    await pipeline(createReadStream(path, { highWaterMark: 262_144 }), parser)
    return rows
  },
  async xml() {
    let rows = 0
    const parser = new SaxesParser()
    parser.on('opentag', ({ name }) => {
      if (name === 'product') rows++
    })
    parser.on('text', () => undefined)
    parser.on('closetag', () => undefined)
    for await (const text of createReadStream(path, { encoding: 'utf8', highWaterMark: 262_144 })) parser.write(text)
    parser.close()
    return rows
  },
  json: async () => (JSON.parse(readFileSync(path, 'utf8')) as readonly unknown[]).length,
}

const cpuBefore = process.cpuUsage()
const startedAt = performance.now()
const rows = (await rowsOf[format]?.()) ?? 0
const seconds = (performance.now() - startedAt) / 1000
const { user, system } = process.cpuUsage(cpuBefore)
process.send?.({ rows, perSecond: rows / seconds, cpuMicros: (user + system) / rows })
