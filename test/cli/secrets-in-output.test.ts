import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { endcap } from '../support/programs/endcap.ts'

const test = suite('secrets in what the CLI prints')

const secret = 'hidden-word'
/** Every variable and option that may hold a secret. */
const env = {
  ENDCAP_KEY: secret,
  ENDCAP_URL: `http://someone:${secret}@127.0.0.1:1`,
  ADMIN_API_KEY: secret,
  SECRETS_KEY: secret,
  SMTP_URL: `smtp://someone:${secret}@127.0.0.1:1`,
  MONGODB_URL: `mongodb://someone:${secret}@127.0.0.1:1/endcap`,
  DSP_CLIENT_SECRET: secret,
  EVENTSTOREDB_URL: `esdb://someone:${secret}@127.0.0.1:1`,
}

const commandsIn = (help: string): readonly string[] =>
  help
    .slice(help.indexOf('Commands:'))
    .split('\n')
    .flatMap(line => /^ {2}([a-z][\w-]*)/.exec(line)?.[1] ?? [])

test('the help of no command shows the value of a variable', async () => {
  const { out } = await endcap(['--help'], env)
  const commands = commandsIn(out).filter(name => name !== 'help')
  assert.ok(commands.includes('import') && commands.includes('serve'), commands.join())
  for (const args of [[], ...commands.map(name => [name])]) {
    const { out, err } = await endcap([...args, '--help'], env)
    assert.match(out, /Usage: endcap/)
    assert.not.match(out + err, secret, args.join())
  }
})

for (const [expected, ...args] of [
  [2, 'import', 'examples/spring-garden'],
  [2, 'import', 'examples/spring-garden', '--url', `ftp://someone:${secret}@127.0.0.1`],
  [2, 'import', 'examples/spring-garden', '--url', `http://someone:${secret}@[::1`],
  [1, 'copy-log', '--from', `esdb://someone:${secret}@127.0.0.1:1?tls=perhaps`, '--to', 'nowhere'],
  [1, 'copy-log', '--from', `esdbs://someone:${secret}@127.0.0.1:1`, '--to', 'nowhere'],
  [1, 'verify'],
] as const)
  test(`an error does not show it: endcap ${args.join(' ').replaceAll(secret, '…')}`, async () => {
    const { code, out, err } = await endcap(args, { ...env, SECRETS_KEY: '' })
    assert.is(code, expected)
    assert.match(err, /\S/)
    assert.not.match(out + err, secret)
  })

test.run()
