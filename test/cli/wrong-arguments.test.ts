import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { auditCommand } from '../../src/cli/audit/audit.ts'
import { rebuildCommand } from '../../src/cli/rebuild.ts'
import { replayCommand } from '../../src/cli/replay.ts'
import { verifyCommand } from '../../src/cli/verify.ts'

const test = suite('what a person gives wrong to the tools')
const nowhere = join(tmpdir(), `endcap-mistyped-${process.pid}`)
const commands = { audit: auditCommand, replay: replayCommand, rebuild: rebuildCommand, verify: verifyCommand }

/** What a person is told; in this process, as a new one takes seconds. */
const refusalOf = async (name: keyof typeof commands, ...args: readonly string[]): Promise<string> => {
  process.env.DATA_DIR = nowhere
  const command = commands[name]()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
  return command.parseAsync(args, { from: 'user' }).then(
    () => assert.unreachable(`${name} ${args.join(' ')} was accepted`) as never,
    (error: Error) => {
      assert.ok(['UserError', 'CommanderError'].includes(error.name), error.stack)
      assert.not.match(error.message, '\n')
      return error.message
    },
  )
}
const stream = 'approval-acme:1'

for (const [args, said] of [
  [['audit', '--campaign', '1'], /--campaign takes --account/],
  [['audit', '--account', 'acme', '--campaign', 'one'], /--campaign takes the number of a campaign, not one/],
  [['audit', '--since', 'yesterday'], /--since takes a time, for example/],
  [['audit', '--since', '3'], /--since takes a time/],
  [['audit', '--since', '2026-02-01', '--until', '2026-01-01'], /--since is later than --until/],
  [['audit', '--json', '--csv'], /'--csv' cannot be used with option '--json'/],
  [['audit', '--explain', 'x', '--type', 'y'], /'--explain <id>' cannot be used with option '--type <name>'/],
  [['replay'], /replay takes a stream, or --view with --id/],
  [['replay', '--view', 'accounts'], /replay takes a stream, or --view with --id/],
  [['replay', stream, '--view', 'accounts', '--id', 'acme'], /a stream or --view, not both/],
  [['replay', stream, '--at', 'soon'], /--at takes a revision or a time/],
  [['replay', stream, '--diff', '0'], /--diff takes two moments/],
  [['replay', stream, '--diff', '0', '1', '2'], /--diff takes two moments/],
  [['replay', stream, '--diff', '0', '1', '--at', '2'], /'--diff <when...>' cannot be used with option '--at <when>'/],
  [['replay', '--view', 'nothing', '--id', '1'], /There is no view nothing\. There are: account-events, /],
  [['replay', '--view', 'accounts', '--id', 'acme', '--at', '3'], /--at takes a time/],
  [['rebuild', 'accounts', 'nothing'], /There is no view nothing\. There are: /],
] as const)
  test(`${args.join(' ')}: is named, before a store is opened`, async () => {
    const [name, ...rest] = args
    assert.match(await refusalOf(name, ...rest), said)
  })

test('a mistyped DATA_DIR is named, and no store is made there', async () => {
  for (const [name, ...args] of [['audit'], ['replay', stream], ['rebuild'], ['verify']] as const)
    assert.match(await refusalOf(name, ...args), /endcap-mistyped-\d+ holds no log\.db: set DATA_DIR/)
  assert.not.ok(existsSync(nowhere))
})

test.run()
