import { Command } from 'commander'
import { describeConfig } from '../config.ts'
import { serve } from '../main.ts'

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
    .action(serve)
