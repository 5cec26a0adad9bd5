import { Command } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { KeysRefused } from '../adapters/secrets/read-keys.ts'
import { importCommand } from './import.ts'
import { keysCommand } from './keys.ts'
import { serveCommand } from './serve.ts'
import { UserError } from './user-error.ts'

/** `endcap`: one command a file; a new one is added to this list. Results go to stdout, progress to stderr. */
const commands = [serveCommand, keysCommand, importCommand]

const program = new Command('endcap')
  .description('The backend of retail ad campaigns.')
  .version(packageJson.version)
  .showHelpAfterError('(endcap --help lists the commands)')
for (const command of commands) program.addCommand(command())

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof UserError || error instanceof KeysRefused)) throw error
  console.error(error.message)
  process.exitCode = 1
}
