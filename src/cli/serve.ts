import { type AddHelpTextContext, Command } from 'commander'
import { describeConfig } from '../node/config/read-config.ts'

/** The variables as commander writes options, in 100 columns. */
const environment = ({ command }: AddHelpTextContext): string => {
  const help = Object.assign(command.createHelp(), { helpWidth: 100 })
  const lines = describeConfig().map(({ name, meaning, default: otherwise }) =>
    help.formatItem(name, 19, otherwise === '' ? meaning : `${meaning} [${otherwise}]`, help),
  )
  return `\nEnvironment:\n${lines.join('\n')}`
}

/** `endcap serve`: the same as `npm start`. */
export const serveCommand = (): Command =>
  new Command('serve')
    .description('serve until SIGTERM or SIGINT; set up by the environment')
    .addHelpText('after', environment)
    // loaded when it is wanted: the tools need no renderer and no pages
    .action(async () => (await import('../node/main.ts')).runNode())
