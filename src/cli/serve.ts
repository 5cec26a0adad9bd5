import { type AddHelpTextContext, Command } from 'commander'
import { describeConfig } from '../node/config/read-config.ts'

/** The environment variables in commander's option layout, in 100 columns. */
const environment = ({ command }: AddHelpTextContext): string => {
  const help = Object.assign(command.createHelp(), { helpWidth: 100 })
  const lines = describeConfig().map(({ name, meaning, default: otherwise }) =>
    help.formatItem(name, 22, otherwise === '' ? meaning : `${meaning} [${otherwise}]`, help),
  )
  return `\nEnvironment:\n${lines.join('\n')}`
}

/** `endcap serve`: same as `npm start`. */
export const serveCommand = (): Command =>
  new Command('serve')
    .addHelpText('after', environment)
    // loaded only when needed: the other commands need no renderer and no pages
    .action(async () => (await import('../node/main.ts')).runNode())
