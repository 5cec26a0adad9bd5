import { Command } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { FolderUnfinished } from '../adapters/backup/unfinished.ts'
import { KeysRefused } from '../adapters/secrets/read-keys.ts'
import { ConfigError } from '../node/config/config-error.ts'
import { BlobDamaged, BlobsUnavailable } from '../ports/blobs.ts'
import { diskFaultInWords } from '../ports/disk-fault.ts'
import { RendererUnavailable } from '../ports/renderer.ts'
import { StoreAway, StreamBroken, WrittenByNewer } from '../ports/store-away.ts'
import { WrongAddress } from '../ports/wrong-address.ts'
import { tell } from './say.ts'
import { UserError } from './user-error.ts'
import { exitCodes, withExitCodes } from './wrong-use.ts'

/** A command of `endcap`: what it takes and does, for the help, and its module, which is loaded only to run it. */
type Row = { readonly name: string; readonly takes: string; readonly does: string; load(): Promise<Command> }
const row = (name: string, takes: string, does: string, load: Row['load']): Row => ({ name, takes, does, load })

/** `endcap`: one command per file; add new ones to this list. Results go to stdout, progress to stderr. */
const commands: readonly Row[] = [
  row('serve', '', 'run the service until SIGTERM, SIGINT or SIGHUP; configured by environment variables', async () =>
    (await import('./serve.ts')).serveCommand(),
  ),
  row('keys', '', 'manage API keys', async () => (await import('./keys.ts')).keysCommand()),
  row('secrets', '', 'rotate the keys that seal, hash and sign', async () =>
    (await import('./secrets.ts')).secretsCommand(),
  ),
  row(
    'init',
    '[options] <folder>',
    'make a campaign folder from a list of sizes and a CSV, for endcap import',
    async () => (await import('./init/init.ts')).initCommand(),
  ),
  row('import', '[options] <path>', 'send a whole campaign through the REST API; safe to repeat', async () =>
    (await import('./import.ts')).importCommand(),
  ),
  row(
    'approve',
    '[options] <campaign>',
    'answer for all approvers of a campaign, to try it out without a mail server',
    async () => (await import('./approve.ts')).approveCommand(),
  ),
  row(
    'status',
    '[options]',
    'show nodes, views, jobs by process, sizes, and events by account; exit code 1 if something is at fault',
    async () => (await import('./status/status.ts')).statusCommand(),
  ),
  row(
    'jobs',
    '[options]',
    'list the jobs of processes: what they have yet to do, and what failed; exit code 3 if there is none',
    async () => (await import('./jobs/jobs.ts')).jobsCommand(),
  ),
  row(
    'audit',
    '[options]',
    'list events by account, campaign, stream, type, actor, key, person, operation, request and time',
    async () => (await import('./audit/audit.ts')).auditCommand(),
  ),
  row(
    'campaign',
    '[options] <campaign>',
    'show a campaign, its creatives, template, media plan and approval, now or at a time',
    async () => (await import('./campaign/campaign.ts')).campaignCommand(),
  ),
  row(
    'replay',
    '[options] [stream]',
    'show the state of a stream, or a document of a view, at a time or revision',
    async () => (await import('./replay.ts')).replayCommand(),
  ),
  row(
    'view',
    '[options] <view>',
    'print the documents of a view, in the order of their ids; mail addresses are masked',
    async () => (await import('./view/view.ts')).viewCommand(),
  ),
  row('storage', '[options]', 'list the bytes of files that accounts hold, the most first', async () =>
    (await import('./storage.ts')).storageCommand(),
  ),
  row('templates', '', 'show templates that were generated', async () =>
    (await import('./templates.ts')).templatesCommand(),
  ),
  row(
    'rebuild',
    '[options] [view...]',
    'rebuild views from the log while the old ones stay in use; resumes after an interruption',
    async () => (await import('./rebuild.ts')).rebuildCommand(),
  ),
  row(
    'seal',
    '[options]',
    'sign the hash chain of the log: a small file, to be kept where nobody who can change the log can',
    async () => (await import('./seal.ts')).sealCommand(),
  ),
  row(
    'verify',
    '[options]',
    'fold the log and compare it with its hash chain, seals and every document; hash every file, open every secret; exit code 1 on faults',
    async () => (await import('./verify.ts')).verifyCommand(),
  ),
  row(
    'extract',
    '[options]',
    'write the events of an account, their files and the API keys concerned into a folder, with a seal',
    async () => (await import('./extract.ts')).extractCommand(),
  ),
  row(
    'verify-extract',
    '[options] <folder>',
    'check a folder that endcap extract has written; needs neither service nor stores',
    async () => (await import('./verify-extract.ts')).verifyExtractCommand(),
  ),
  row(
    'erase',
    '[options]',
    'erase a person of an account: destroy the key of names, addresses and comments; exit code 3 if nothing was found',
    async () => (await import('./erase.ts')).eraseCommand(),
  ),
  row(
    'backup',
    '[options] <folder>',
    'copy the log, files and keys of the embedded stores into a new folder; the service may keep running',
    async () => (await import('./backup.ts')).backupCommand(),
  ),
  row(
    'restore',
    '[options] <folder>',
    'restore a backup into DATA_DIR, which must not hold a log; checks every file',
    async () => (await import('./backup.ts')).restoreCommand(),
  ),
  row(
    'copy-log',
    '[options]',
    'copy a log and its secrets between DATA_DIR and EventStoreDB, then compare them; run again to resume',
    async () => (await import('./copy-log.ts')).copyLogCommand(),
  ),
  row(
    'dsp-sandbox',
    '[options]',
    'run a DSP in memory to try tag export with, and print the variables that a node needs to use it',
    async () => (await import('./dsp-sandbox.ts')).dspSandboxCommand(),
  ),
  row(
    'dsp-reconcile',
    '[options]',
    'compare exported tags with the creatives at the DSP, and repair with --fix; exit code 1 if they differ',
    async () => (await import('./dsp-reconcile/dsp-reconcile.ts')).dspReconcileCommand(),
  ),
]

const takesOf = new Map(commands.map(({ name, takes }) => [name, takes]))

const nameOf = (command: Command): string => [command.parent?.name() ?? '', command.name()].join(' ').trim()

const loaded = async ({ does, load }: Row): Promise<Command> => {
  const command = (await load()).description(does)
  for (const one of [command, ...command.commands])
    withExitCodes(one).showHelpAfterError(`(endcap ${nameOf(one)} --help shows the usage)`)
  return command
}

/** The program with the command that the arguments name; the others are there for its help. */
const program = async (args: readonly string[]): Promise<Command> => {
  const [first, second] = args.filter(arg => !arg.startsWith('-'))
  const wanted = first === 'help' ? second : first
  const endcap = withExitCodes(new Command('endcap'))
    .description('The backend of retail ad campaigns.')
    .version(packageJson.version)
    .configureHelp({
      subcommandTerm: command => `${command.name()} ${takesOf.get(command.name()) ?? '[command]'}`.trim(),
    })
    // options of a subcommand may have names of options of its command
    .enablePositionalOptions()
    .showHelpAfterError('(endcap --help lists the commands)')
    .addHelpText(
      'after',
      '\nThe commands use the stores configured in the environment (DATA_DIR and others, see endcap serve --help),\nwhether or not the service is running. Results go to stdout, progress to stderr. The exit code is 0 on success,\n1 for a fault, 2 for wrong use, and 3 if what was looked for does not exist.',
    )
  for (const one of commands) {
    const { name, does } = one
    endcap.addCommand(name === wanted ? await loaded(one) : new Command(name).description(does))
  }
  return endcap
}

/** Errors whose message says all that the user needs. */
const forPeople = [
  ...[UserError, ConfigError, KeysRefused, FolderUnfinished, WrongAddress, StreamBroken],
  ...[StoreAway, WrittenByNewer, BlobDamaged, BlobsUnavailable, RendererUnavailable],
]

/** Runs a command of `endcap`. What went wrong is printed, and is the exit code of the process; a fault of the program is thrown. */
export const runEndcap = async (args: readonly string[]): Promise<void> => {
  try {
    await (await program(args)).parseAsync(args, { from: 'user' })
  } catch (error) {
    const ofDisk = diskFaultInWords(error)
    if (ofDisk === undefined && !forPeople.some(kind => error instanceof kind)) throw error
    tell(ofDisk ?? (error as Error).message)
    process.exitCode = error instanceof UserError ? error.exitCode : exitCodes.fault
  }
}
