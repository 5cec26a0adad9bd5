import { Command } from 'commander'
import { describeConfig } from '../node/config/read-config.ts'
import { wrapped } from './wrapped.ts'

type Variable = ReturnType<typeof describeConfig>[number]

/** A variable's lines in a help of 100 columns. */
const described = ({ name, meaning, default: otherwise }: Variable): readonly string[] => {
  const text = `${meaning}${otherwise === '' ? '' : ` [${otherwise}]`}`
  return wrapped(text, 76).map((line, i) => `  ${(i === 0 ? name : '').padEnd(20)} ${line}`)
}

/** `endcap serve`: the same as `npm start`. */
export const serveCommand = (): Command =>
  new Command('serve')
    .description('serve until SIGTERM or SIGINT; set up by the environment')
    .addHelpText('after', () => `\nEnvironment:\n${describeConfig().flatMap(described).join('\n')}`)
    // loaded when it is wanted: the tools need no renderer and no pages
    .action(async () => (await import('../node/main.ts')).runNode())
