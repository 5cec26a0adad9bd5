import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommanderError } from 'commander'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { auditCommand } from '../../src/cli/audit/audit.ts'
import { backupCommand, restoreCommand } from '../../src/cli/backup.ts'
import { campaignCommand } from '../../src/cli/campaign/campaign.ts'
import { copyLogCommand } from '../../src/cli/copy-log.ts'
import { extractCommand } from '../../src/cli/extract.ts'
import { jobsCommand } from '../../src/cli/jobs/jobs.ts'
import { keysCommand } from '../../src/cli/keys.ts'
import { rebuildCommand } from '../../src/cli/rebuild.ts'
import { replayCommand } from '../../src/cli/replay.ts'
import { sealCommand } from '../../src/cli/seal.ts'
import { statusCommand } from '../../src/cli/status/status.ts'
import { UserError } from '../../src/cli/user-error.ts'
import { verifyCommand } from '../../src/cli/verify.ts'
import { verifyExtractCommand } from '../../src/cli/verify-extract.ts'
import { viewCommand } from '../../src/cli/view/view.ts'
import { exitCodes } from '../../src/cli/wrong-use.ts'

const test = suite('wrong arguments of the CLI')
// the commands run in this process, on embedded stores that do not exist
for (const name of ['EVENTSTOREDB_URL', 'MONGODB_URL']) delete process.env[name]
const nowhere = join(tmpdir(), `endcap-mistyped-${process.pid}`)
const commands = {
  audit: auditCommand,
  campaign: campaignCommand,
  replay: replayCommand,
  view: viewCommand,
  rebuild: rebuildCommand,
  extract: extractCommand,
  seal: sealCommand,
  verify: verifyCommand,
  'verify-extract': verifyExtractCommand,
  status: statusCommand,
  jobs: jobsCommand,
  keys: keysCommand,
  backup: backupCommand,
  restore: restoreCommand,
  'copy-log': copyLogCommand,
}

/** Exit codes of the last refusal; that of commander's own errors is changed where the program is put together. */
let exitCode: number | undefined
/** The error message; run in this process, as starting a new one takes seconds. */
const refusalIn = async (dataDir: string, name: keyof typeof commands, args: readonly string[]): Promise<string> => {
  process.env.DATA_DIR = dataDir
  const command = commands[name]()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
  for (const each of command.commands) each.exitOverride().configureOutput({ writeErr: () => undefined })
  return command.parseAsync(args, { from: 'user' }).then(
    () => assert.unreachable(`${name} ${args.join(' ')} was accepted`) as never,
    (error: Error) => {
      assert.ok(error instanceof UserError || error instanceof CommanderError, error.stack)
      assert.not.match(error.message, '\n')
      exitCode = error instanceof UserError ? error.exitCode : exitCodes.wrongUse
      return error.message
    },
  )
}
const refusalOf = (name: keyof typeof commands, ...args: readonly string[]) => refusalIn(nowhere, name, args)
const stream = 'approval-acme:1'

for (const [args, expected] of [
  [['audit', '--campaign', '1'], /--campaign requires --account/],
  [['audit', '--account', 'acme', '--campaign', 'one'], /--campaign must be a campaign number, not one/],
  [['audit', '--since', 'yesterday'], /--since must be a time, for example/],
  [['audit', '--since', '3'], /--since must be a time/],
  [['audit', '--until', '2026-11-31'], /--until must be a time/],
  [['campaign', 'acme:1', '--at', '2026-02-29T10:00'], /--at must be a time/],
  [['audit', '--since', '2026-02-01', '--until', '2026-01-01'], /--since is later than --until/],
  [['audit', '--since', '2026-02', '--until', '2026-01-31T23:59:59Z'], /--since is later than --until/],
  [['audit', '--type', 'approvalrequestd'], /does not exist: approvalrequestd\. Did you mean ApprovalRequested\?$/],
  [['audit', '--type', 'Nope'], /does not exist: Nope\. Types: [A-Z].*, IdBlockReserved, /],
  [['audit', '--after', 'there'], /--after must be a position, as --json prints it, not there/],
  [['campaign', 'acme'], /a campaign is ACCOUNT:NUMBER, for example acme:12, not acme/],
  [['campaign', 'acme:1', '--at', '3'], /--at must be a time/],
  [
    ['campaign', 'acme:1', '--page', 'p.html', '--diff', '1h'],
    /'--page <file>' cannot be used with option '--diff <time>'/,
  ],
  [['audit', '--json', '--csv'], /'--csv' cannot be used with option '--json'/],
  [['audit', '--explain', 'x', '--type', 'y'], /'--explain <id>' cannot be used with option '--type <name>'/],
  [['replay'], /give a stream, or --view with --id/],
  [['replay', '--view', 'accounts'], /give a stream, or --view with --id/],
  [['replay', stream, '--view', 'accounts', '--id', 'acme'], /a stream or --view, not both/],
  [['replay', stream, '--at', 'soon'], /--at must be a revision or a time/],
  [['replay', stream, '--diff', '0'], /--diff needs two revisions or times/],
  [['replay', stream, '--diff', '0', '1', '2'], /--diff needs two revisions or times/],
  [['replay', `${stream}@3`, '--at', '3'], /give a revision behind the stream, or --at or --diff, not both/],
  [['replay', '--view', 'accounts', '--id', 'acme', '--diff', '1h'], /--diff needs two times/],
  [['replay', stream, '--diff', '0', '1', '--at', '2'], /'--diff <when...>' cannot be used with option '--at <when>'/],
  [['replay', '--view', 'nothing', '--id', '1'], /Unknown view: nothing\. Views: account-events, /],
  [['replay', '--view', 'accounts', '--id', 'acme', '--at', '3'], /--at must be a time/],
  [['verify', '--seal', nowhere], /^\/.*endcap-mistyped-\d+: ENOENT/],
  [['verify', '--seal', import.meta.filename], /wrong-arguments\.test\.ts: is not a seal; endcap seal makes one/],
  [['verify', '--public-key', nowhere], /--public-key and --timestamp-ca are for checking seals: .*--seal$/],
  [['verify', '--timestamp-ca', nowhere], /--public-key and --timestamp-ca are for checking seals: .*--seal$/],
  [['extract', '--account', 'acme', '--out', nowhere, '--from', 'soon'], /--from must be a time/],
  [
    ['extract', '--account', 'acme', '--out', nowhere, '--from', '2026-02', '--to', '2026-01'],
    /--from is later than --to/,
  ],
  [['extract', '--account', 'acme'], /required option '--out <folder>' not specified/],
  [['verify-extract', nowhere], /endcap-mistyped-\d+\/manifest\.json: ENOENT/],
  [['seal', '--where'], /unknown option '--where'/],
  [['view', 'nothing'], /Unknown view: nothing\. Views: /],
  [['view', 'accounts', '--csv', '--ndjson'], /'--csv' cannot be used with option '--ndjson'/],
  [['copy-log', '--from', 'http://127.0.0.1', '--to', nowhere], /--from and --to must be sqlite:PATH/],
  [['keys', 'issue', '--account', 'a b/c', '--permission', 'Campaigns_View'], /--account "a b\/c" must be 1 to 64/],
  [['keys', 'issue', '--account', 'acme', '--permission', 'Everything'], /Unknown permission: Everything/],
  [['keys', 'list', '--account', 'acme'], /unknown option '--account'/],
  [
    ['jobs', 'retry', '--all', '--process', 'exports', '--reason', 'Ann <ann@example.com>'],
    /^--reason stays in the log, so it must not have a mail address; name a ticket$/,
  ],
  [['rebuild', 'accounts', 'nothing'], /Unknown view: nothing\. Views: /],
] as const)
  test(`${args.join(' ')}: is reported before a store is opened`, async () => {
    const [name, ...rest] = args
    assert.match(await refusalOf(name, ...rest), expected)
    assert.is(exitCode, exitCodes.wrongUse)
  })

test('reports a mistyped DATA_DIR and creates no store there', async () => {
  process.env.EVENTSTOREDB_URL = ''
  for (const [name, ...args] of [
    ['audit'],
    ['campaign', 'acme:1'],
    ['replay', stream],
    ['view', 'accounts'],
    ['rebuild'],
    ['seal'],
    ['verify'],
  ] as const)
    assert.match(await refusalOf(name, ...args), /endcap-mistyped-\d+ has no log\.db: set DATA_DIR/)
  assert.not.ok(existsSync(nowhere))
})

test('says that a file is in the place of DATA_DIR, as a node does', async () => {
  for (const [name, ...args] of [
    ['audit'],
    ['verify'],
    ['status'],
    ['jobs'],
    ['keys', 'list'],
    ['backup', `${nowhere}-backup`],
    ['restore', nowhere],
  ] as const)
    assert.match(
      await refusalIn(import.meta.filename, name, args),
      /^DATA_DIR \/.*wrong-arguments\.test\.ts cannot be used: a file is in its place$/,
    )
  assert.not.ok(existsSync(`${nowhere}-backup`))
  const folder = await mkdtemp(join(tmpdir(), 'endcap-arguments-'))
  await writeFile(join(folder, 'log.db'), '')
  const copy = refusalIn(nowhere, 'copy-log', ['--from', folder, '--to', import.meta.filename])
  assert.match(
    await copy.finally(() => rm(folder, { recursive: true })),
    /test\.ts cannot be used: a file is in its place$/,
  )
})

test.run()
