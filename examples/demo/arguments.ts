import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

const usage = `npm run demo [-- --serve] [-- --output FOLDER]

Runs a campaign from import to pictures, videos, tags and a demand-side platform, on a service of its own with data of its
own, and writes everything to demo-output/, which it empties first. It takes about half a minute.

  --serve          keep the service running afterwards, until Ctrl-C
  --output FOLDER  write to a new or empty folder instead
  -h, --help       show this
`

/** What the demo was asked for. `output`: the folder's absolute path, absent: the project's own. Ends the process after `--help`, and with 2 if the arguments are wrong. */
export const demoArguments = (): { readonly serve: boolean; readonly output?: string } => {
  const options = {
    serve: { type: 'boolean' },
    output: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const
  try {
    const { serve = false, output, help = false } = parseArgs({ options }).values
    if (!help) return { serve, ...(output === undefined ? {} : { output: resolve(output) }) }
    process.stdout.write(usage)
    process.exit(0)
  } catch (error) {
    process.stderr.write(
      `${error instanceof Error ? error.message : error}\n(npm run demo -- --help shows the usage)\n`,
    )
    process.exit(2)
  }
}

/** Variables of the machine that the demo's service takes over. Stores, keys and mail servers are not among them. */
const taken = ['CHROMIUM_MAX_BYTES', 'CHROMIUM_NO_SANDBOX', 'CHROMIUM_PATH', 'HOST', 'PORT'] as const

/** The part of the environment that the demo's service may see: it must not write into the stores of a real one. */
export const demoEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(taken.flatMap(name => (environment[name] === undefined ? [] : [[name, environment[name]]])))
