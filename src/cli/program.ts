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
import { approveCommand } from './approve.ts'
import { auditCommand } from './audit/audit.ts'
import { backupCommand, restoreCommand } from './backup.ts'
import { campaignCommand } from './campaign/campaign.ts'
import { copyLogCommand } from './copy-log.ts'
import { dspReconcileCommand } from './dsp-reconcile/dsp-reconcile.ts'
import { dspSandboxCommand } from './dsp-sandbox.ts'
import { eraseCommand } from './erase.ts'
import { extractCommand } from './extract.ts'
import { importCommand } from './import.ts'
import { initCommand } from './init/init.ts'
import { jobsCommand } from './jobs/jobs.ts'
import { keysCommand } from './keys.ts'
import { rebuildCommand } from './rebuild.ts'
import { replayCommand } from './replay.ts'
import { tell } from './say.ts'
import { sealCommand } from './seal.ts'
import { secretsCommand } from './secrets.ts'
import { serveCommand } from './serve.ts'
import { statusCommand } from './status/status.ts'
import { storageCommand } from './storage.ts'
import { templatesCommand } from './templates.ts'
import { UserError } from './user-error.ts'
import { verifyCommand } from './verify.ts'
import { verifyExtractCommand } from './verify-extract.ts'
import { viewCommand } from './view/view.ts'
import { exitCodes, withExitCodes } from './wrong-use.ts'

/** `endcap`: one command per file; add new ones to this list. Results go to stdout, progress to stderr. */
const commands = [
  serveCommand,
  keysCommand,
  secretsCommand,
  initCommand,
  importCommand,
  approveCommand,
  statusCommand,
  jobsCommand,
  auditCommand,
  campaignCommand,
  replayCommand,
  viewCommand,
  storageCommand,
  templatesCommand,
  rebuildCommand,
  sealCommand,
  verifyCommand,
  extractCommand,
  verifyExtractCommand,
  eraseCommand,
  backupCommand,
  restoreCommand,
  copyLogCommand,
  dspSandboxCommand,
  dspReconcileCommand,
]

const nameOf = (command: Command): string => [command.parent?.name() ?? '', command.name()].join(' ').trim()

const program = (): Command => {
  const endcap = withExitCodes(new Command('endcap'))
    .description('The backend of retail ad campaigns.')
    .version(packageJson.version)
    // options of a subcommand may have names of options of its command
    .enablePositionalOptions()
    .showHelpAfterError('(endcap --help lists the commands)')
    .addHelpText(
      'after',
      '\nThe commands use the stores configured in the environment (DATA_DIR and others, see endcap serve --help),\nwhether or not the service is running. Results go to stdout, progress to stderr. The exit code is 0 on success,\n1 for a fault, 2 for wrong use, and 3 if what was looked for does not exist.',
    )
  for (const command of commands) {
    const subcommand = command()
    for (const one of [subcommand, ...subcommand.commands])
      withExitCodes(one).showHelpAfterError(`(endcap ${nameOf(one)} --help shows the usage)`)
    endcap.addCommand(subcommand)
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
    await program().parseAsync(args, { from: 'user' })
  } catch (error) {
    const ofDisk = diskFaultInWords(error)
    if (ofDisk === undefined && !forPeople.some(kind => error instanceof kind)) throw error
    tell(ofDisk ?? (error as Error).message)
    process.exitCode = error instanceof UserError ? error.exitCode : exitCodes.fault
  }
}
