import { relative } from 'node:path'
import { checkSync } from 'recheck'
import { API } from 'typescript/unstable/sync'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type FoundPattern, patternsIn } from '../support/patterns-in.ts'

// in `npm run check`, not among the tests: it computes for 15 s

const root = new URL('../..', import.meta.url).pathname
// the checker as plain JavaScript: the same answer on every machine, and no Java
process.env.RECHECK_SYNC_BACKEND = 'pure'

const typescript = new API({ cwd: root })
const [project] = typescript.updateSnapshot({ openProjects: [`${root}tsconfig.json`] }).getProjects()
const files = (project?.program.getSourceFileNames() ?? []).filter(
  file => file.startsWith(root) && !/\/(?:node_modules|test)\//.test(file),
)
const patterns = files.flatMap(file => {
  const source = project?.program.getSourceFile(file)
  return source ? patternsIn(source, relative(root, file)) : []
})
typescript.close()

test('the regular expressions of the project were found', () => {
  assert.ok(patterns.length > 150, `${patterns.length} were found`)
  assert.ok(patterns.some(p => p.file === 'src/domain/assets/asset.ts' && p.flags === 'u'))
  assert.ok(patterns.some(p => p.file.startsWith('src/console/browser/')))
})

test('no regular expression is built at run time, because only literals can be checked', () => {
  assert.equal(
    patterns.filter(p => p.source === undefined).map(p => p.file),
    [],
  )
})

/** Steps are counted instead of milliseconds, so that a busy machine gives the same answer; what takes minutes is too complex. */
const unhurried = { timeout: 300_000, attackTimeout: null, incubationTimeout: null, mutationTimeout: null } as const

/** What is wrong with a pattern; undefined if every text is matched in linear time. */
const faultOf = ({ source = '', flags }: FoundPattern): string | undefined => {
  const found = checkSync(source, flags, unhurried)
  switch (found.status) {
    case 'safe':
      return undefined
    case 'vulnerable':
      return `${found.complexity.summary}, for example for ${found.attack.pattern}`
    case 'unknown':
      return `cannot be checked (${found.error.kind}): split it into simpler ones`
  }
}

test('every regular expression matches any text in linear time', () => {
  const different = new Map(patterns.map(p => [`/${p.source}/${p.flags}`, p]))
  const faults = [...different].flatMap(([shown, pattern]) => {
    const fault = faultOf(pattern)
    return fault === undefined ? [] : [`${pattern.file}: ${shown} ${fault}`]
  })
  assert.equal(faults, [])
})

test.run()
