import { Command } from 'commander'
import { describeConfig } from '../config.ts'

/** `endcap serve`: the same as `npm start`. */
export const serveCommand = (): Command =>
  new Command('serve')
    .description('serve until SIGTERM or SIGINT; set up by the environment')
    .addHelpText(
      'after',
      () =>
        `\nEnvironment:\n${describeConfig()
          .map(v => `  ${v.name.padEnd(20)} ${v.meaning}${v.default === '' ? '' : ` [${v.default}]`}`)
          .join('\n')}`,
    )
    // the other commands start without a service's weight
    .action(async () => (await import('../main.ts')).serve())
