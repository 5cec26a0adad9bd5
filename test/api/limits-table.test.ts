import { readFile, writeFile } from 'node:fs/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openApiOf } from '../../src/http/openapi/document.ts'
import { limitsTable, totalsTable } from '../../src/http/openapi/limits.ts'
import { defaultMaxBytes } from '../../src/http/request/read-body.ts'
import { operations } from '../../src/operations/operations.ts'
import { totals } from '../../src/operations/totals.ts'

const page = new URL('../../docs/interface/http.md', import.meta.url)
const table = limitsTable(openApiOf(operations, '0'), operations, defaultMaxBytes)

test('the documented limits are those of the code (UPDATE_SNAPSHOT=1 npm test -- limits-table)', async () => {
  for (const [name, lines] of [
    ['limits', table],
    ['totals', totalsTable(totals)],
  ] as const) {
    const start = `<!-- ${name}: UPDATE_SNAPSHOT=1 npm test -- limits-table -->\n`
    const text = await readFile(page, 'utf8')
    const [from, to] = [text.indexOf(start) + start.length, text.indexOf(`<!-- end of ${name} -->`)]
    assert.ok(from >= start.length && to >= from, 'docs/interface/http.md has a place for the table')
    const written = `\n${lines}\n\n`
    if (process.env.UPDATE_SNAPSHOT) await writeFile(page, text.slice(0, from) + written + text.slice(to))
    else assert.is(text.slice(from, to), written)
  }
})

test('limits that no rule mentions are in the table, with what is answered beyond them', () => {
  const lines = table.split('\n')
  const has = (...parts: string[]) =>
    assert.ok(
      lines.some(line => parts.every(part => line.includes(part))),
      parts.join(),
    )
  has('`cacheTime`', '60 to 604,800', '| 400 |', 'createRemote')
  has('`adUnits`', '1 to 100 elements', '| 400 |', 'putTemplateCampaign')
  has('`recommendationConfig.maxRecommendations`', '1 to 50', '| 400 |')
  has('`editPrompt`', 'at most 4,000 characters', '| 413 |', 'regenerate')
  has('the files', '200 MiB', '| 413 |', 'startDesignBrief')
  has('`query limit`', '1 to 500', '| 400 |')
})

test.run()
