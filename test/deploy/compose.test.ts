import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { describeConfig, readConfig } from '../../src/node/config/read-config.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const compose = read('docker-compose.yml')

/** The lines below a key that stands at the left, moved to the left. The file is written in blocks, two spaces a step. */
const below = (key: string, text = compose): string => {
  const [, block = ''] = new RegExp(`^${key}:[^\\n]*\\n((?: [^\\n]*\\n|\\n)*)`, 'm').exec(text) ?? []
  assert.ok(block, `${key} is not in docker-compose.yml`)
  return block.replaceAll(/^ {2}/gm, '')
}
const namesIn = (block: string): readonly string[] => [...block.matchAll(/^([\w-]+):/gm)].map(([, name = '']) => name)
const services = namesIn(below('services'))
const service = (name: string) => below(name, `${below('services')}\n`)
/** What a service has, with what it takes over by `<<: *name`. */
const whole = (text: string): string =>
  [text, ...[...text.matchAll(/^<<: \*([\w-]+)/gm)].map(([, anchor]) => whole(ofAnchor(anchor ?? '')))].join('\n')
const ofAnchor = (anchor: string): string => {
  const [, key = ''] = new RegExp(`^ *([\\w-]+): &${anchor}$`, 'm').exec(compose) ?? []
  return services.includes(key) ? service(key) : below(key)
}

/** The environment that a service gets: flat blocks, merged. */
const environmentOf = (name: string, env: NodeJS.Dict<string>): Record<string, string> => {
  const own = whole(service(name))
  const anchors = /environment:(?: \*|\n +<<: \[)([^\n]+)/.exec(own)?.[1]?.replace(/[\]*]/g, '').split(', ') ?? []
  const lines = anchors
    .map(ofAnchor)
    .join('\n')
    .matchAll(/^([A-Z][A-Z0-9_]*): (.*)$/gm)
  return Object.fromEntries(
    Array.from(lines, ([, variable = '', value = '']) => [
      variable,
      value.replaceAll(
        /\$\{(\w+):([-?])([^}]*)\}/g,
        (_, of, kind, other) => env[of] || (kind === '-' ? other : assert.unreachable(`${of} is missing`)),
      ),
    ]),
  )
}

const newEnv = (target: string) => spawnSync('sh', [join(root, 'deploy/new-env'), target], { encoding: 'utf8' })
const folder = mkdtempSync(join(tmpdir(), 'endcap-compose-'))
const envFile = join(folder, 'env')
const made = newEnv(envFile)
const env = parseEnv(readFileSync(envFile, 'utf8'))

const test = suite('docker-compose.yml')
test.after(() => rmSync(folder, { recursive: true }))

const nodes = ['endcap-1', 'endcap-2', 'endcap-one', 'endcap-embedded']

test('a new .env makes every node of every profile start with settings that it takes', () => {
  assert.is(made.status, 0, made.stderr)
  const known = new Set(describeConfig().map(({ name }) => name))
  for (const node of nodes) {
    const environment = environmentOf(node, env)
    const config = readConfig(environment)
    if (E.isLeft(config)) assert.unreachable(`${node}: ${config.left.join('; ')}`)
    else {
      assert.is(config.right.publicUrl, env.PUBLIC_URL)
      assert.is(config.right.eventStoreUrl === undefined, node === 'endcap-embedded')
      assert.is(config.right.mongoUrl === undefined, node === 'endcap-embedded')
    }
    const strangers = Object.keys(environment).filter(name => !known.has(name) && !name.startsWith('AWS_'))
    assert.equal(strangers, [], `${node} is given variables that nothing reads`)
  }
})

test('a new .env has secrets of its own each time, and leaves one that is there alone', () => {
  const other = join(folder, 'other')
  assert.is(newEnv(other).status, 0)
  const there = readFileSync(other, 'utf8')
  for (const name of ['ADMIN_API_KEY', 'SECRETS_KEY', 'EVENTSTORE_PASSWORD', 'MONGO_PASSWORD', 'MINIO_PASSWORD'])
    assert.is.not(parseEnv(there)[name], env[name], name)
  assert.is(newEnv(other).status, 1)
  assert.is(readFileSync(other, 'utf8'), there)
})

test('every variable that the file asks for is in .env.example', () => {
  const offered = Object.keys(parseEnv(read('.env.example')))
  const asked = [...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name)
  assert.ok(asked.length > 0)
  assert.equal(
    asked.filter(name => !offered.includes(name)),
    [],
  )
})

test('nodes and clients reach service and files by the addresses and the port that are listened on', () => {
  const [port, proxyPort] = (env.LISTEN ?? '').split(':').slice(-2)
  assert.is(port, proxyPort)
  assert.is(new URL(env.PUBLIC_URL ?? '').port, port)
  assert.is(new URL(env.FILES_URL ?? '').port, port)
  assert.is(new URL(env.FILES_URL ?? '').hostname, env.FILES_HOST)
  assert.match(service('proxy'), /aliases: \["\$\{FILES_HOST:/)
})

test('a service that others wait for says when it is well, or ends by itself', () => {
  const waits = [...compose.matchAll(/([\w-]+): \{ condition: (service_\w+) \}/g)]
  assert.ok(waits.length > 0)
  for (const [, name = '', condition] of waits) {
    const text = whole(service(name))
    if (condition === 'service_healthy') assert.match(text, /^healthcheck:(?:.*\n)+? +test:/m, name)
    else assert.match(text, /^restart: "no"/m, name)
  }
})

test('every volume is declared, and every one declared is used', () => {
  const used = [...below('services').matchAll(/"([a-z][\w-]*):\/(?!\/)|- ([a-z][\w-]*):\/(?!\/)/g)].map(
    ([, a, b]) => a ?? b,
  )
  assert.equal([...new Set(used)].sort(), [...namesIn(below('volumes'))].sort())
})

test('no image floats', () => {
  for (const [, image = ''] of compose.matchAll(/^ +image: (\S+)$/gm)) assert.match(image, /:(?!latest)[\w.-]+$/)
})

test('the image holds every folder that the service runs from, and the binaries that its packages need', () => {
  const dockerfile = read('Dockerfile')
  for (const name of ['src', 'commands', 'queries', 'projections', 'package.json']) {
    assert.match(dockerfile, new RegExp(`^COPY ${name} `, 'm'))
    assert.match(read('.dockerignore'), new RegExp(`^!${name}$`, 'm'))
  }
  assert.not.match(dockerfile, /--omit=optional/)
})

test.run()
