import { Command } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { KeysRefused } from '../adapters/secrets/read-keys.ts'
import { StoreAway } from '../ports/store-away.ts'
import { auditCommand } from './audit/audit.ts'
import { backupCommand, restoreCommand } from './backup.ts'
import { copyLogCommand } from './copy-log.ts'
import { importCommand } from './import.ts'
import { keysCommand } from './keys.ts'
import { rebuildCommand } from './rebuild.ts'
import { replayCommand } from './replay.ts'
import { serveCommand } from './serve.ts'
import { UserError } from './user-error.ts'
import { verifyCommand } from './verify.ts'

/** `endcap`: one command a file; a new one is added to this list. Results go to stdout, progress to stderr. */
const commands = [
  serveCommand,
  keysCommand,
  importCommand,
  auditCommand,
  replayCommand,
  rebuildCommand,
  verifyCommand,
  backupCommand,
  restoreCommand,
  copyLogCommand,
]

const program = new Command('endcap')
  .description('The backend of retail ad campaigns.')
  .version(packageJson.version)
  .showHelpAfterError('(endcap --help lists the commands)')
for (const command of commands) program.addCommand(command())

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof UserError || error instanceof KeysRefused || error instanceof StoreAway)) throw error
  console.error(error.message)
  process.exitCode = 1
}
