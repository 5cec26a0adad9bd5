import type { Command } from 'commander'
import { UserError } from './user-error.ts'

/** Exit codes; 0: done, or found. `nothing`: of commands that ask a question. */
export const exitCodes = { fault: 1, wrongUse: 2, nothing: 3 } as const

/** Arguments that make no sense. The command exits with code 2. */
export class WrongUse extends UserError {
  override readonly name = 'WrongUse'
  constructor(message: string, options: ErrorOptions = {}) {
    super(message, { ...options, exitCode: exitCodes.wrongUse })
  }
}

/** Makes unknown options and missing arguments of a command exit with code 2, as other wrong use does. */
export const withExitCodes = (command: Command): Command =>
  command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : exitCodes.wrongUse))
