import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
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

/** The lines of the block of a top-level key, unindented by one step of two spaces. */
const below = (key: string, text = compose): string => {
  const [, block = ''] = new RegExp(`^${key}:[^\\n]*\\n((?: [^\\n]*\\n|\\n)*)`, 'm').exec(text) ?? []
  assert.ok(block, `${key} is not in docker-compose.yml`)
  return block.replaceAll(/^ {2}/gm, '')
}
const namesIn = (block: string): readonly string[] => [...block.matchAll(/^([\w-]+):/gm)].map(([, name = '']) => name)
const services = namesIn(below('services'))
const service = (name: string) => below(name, `${below('services')}\n`)
/** The text of a service, with the blocks that it merges by `<<: *name`. */
const whole = (text: string): string =>
  [text, ...[...text.matchAll(/^<<: \*([\w-]+)/gm)].map(([, anchor]) => whole(ofAnchor(anchor ?? '')))].join('\n')
const ofAnchor = (anchor: string): string => {
  const [, key = ''] = new RegExp(`^ *([\\w-]+): &${anchor}$`, 'm').exec(compose) ?? []
  return services.includes(key) ? service(key) : below(key)
}

/** The environment of a service: flat blocks, merged. */
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
const created = newEnv(envFile)
const env = parseEnv(readFileSync(envFile, 'utf8'))

const test = suite('docker-compose.yml')
test.after(() => rmSync(folder, { recursive: true }))

/** Variables that a library, or Node, reads by itself. */
const ofLibraries = /^(?:AWS_\w+|NODE_OPTIONS|OTEL_EXPORTER_OTLP_HEADERS|OTEL_RESOURCE_ATTRIBUTES|OTEL_SERVICE_NAME)$/
const nodes = ['endcap-1', 'endcap-2', 'endcap-one', 'endcap-embedded']

test('a new .env gives every node of every profile a valid configuration', () => {
  assert.is(created.status, 0, created.stderr)
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
    const unknown = Object.keys(environment).filter(name => !known.has(name) && !ofLibraries.test(name))
    assert.equal(unknown, [], `${node} has variables that nothing reads`)
  }
})

test('each new .env has its own secrets, and an existing one is not overwritten', () => {
  const other = join(folder, 'other')
  assert.is(newEnv(other).status, 0)
  const before = readFileSync(other, 'utf8')
  for (const name of ['ADMIN_API_KEY', 'SECRETS_KEY', 'EVENTSTORE_PASSWORD', 'MONGO_PASSWORD', 'MINIO_PASSWORD'])
    assert.is.not(parseEnv(before)[name], env[name], name)
  assert.is(newEnv(other).status, 1)
  assert.is(readFileSync(other, 'utf8'), before)
})

test('every required variable is in .env.example', () => {
  const offered = Object.keys(parseEnv(read('.env.example')))
  const required = [...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name)
  assert.ok(required.length > 0)
  assert.equal(
    required.filter(name => !offered.includes(name)),
    [],
  )
})

test('nodes and clients reach service and files at the published addresses and port', () => {
  const [port, proxyPort] = (env.LISTEN ?? '').split(':').slice(-2)
  assert.is(port, proxyPort)
  assert.is(new URL(env.PUBLIC_URL ?? '').port, port)
  assert.is(new URL(env.FILES_URL ?? '').port, port)
  assert.is(new URL(env.FILES_URL ?? '').hostname, env.FILES_HOST)
  assert.match(service('proxy'), /aliases: \["\$\{FILES_HOST:/)
})

test('the public address does not show metrics and readiness; the proxy asks the nodes', () => {
  const [, site = ''] = /^\{\$PUBLIC_URL\} \{\n((?:\t.*\n|\n)*)\}/m.exec(read('deploy/Caddyfile')) ?? []
  const [, name, paths = ''] = /^\t(@\w+) path (.+)$/m.exec(site) ?? []
  assert.equal(paths.split(' ').sort(), ['/metrics', '/metrics/*', '/readyz', '/readyz/*'])
  assert.ok(site.includes(`\trespond ${name} 404\n`))
  assert.match(site, /^\treverse_proxy endcap-1:8080 endcap-2:8080 \{\n(?:\t\t.*\n)*\t\thealth_uri \/readyz\n/m)
})

test('the proxy adds to the addresses that a load balancer in front of it names', () => {
  const [options = ''] = /^\{\n(?:\t.*\n)*\}/m.exec(read('deploy/Caddyfile')) ?? []
  assert.match(options, '\tservers {\n\t\ttrusted_proxies static private_ranges\n\t}\n')
})

test('a service that others wait for has a health check or ends by itself', () => {
  const waits = [...compose.matchAll(/([\w-]+): \{ condition: (service_\w+) \}/g)]
  assert.ok(waits.length > 0)
  for (const [, name = '', condition] of waits) {
    const text = whole(service(name))
    if (condition === 'service_healthy') assert.match(text, /^healthcheck:(?:.*\n)+? +test:/m, name)
    else assert.match(text, /^restart: "no"/m, name)
  }
})

test('the log of every service that goes on running has a bound', () => {
  const running = services.filter(name => /^restart: unless-stopped$/m.test(whole(service(name))))
  assert.ok(running.length > 0)
  for (const name of running) assert.match(whole(service(name)), /^logging: \*logging$/m, name)
  assert.match(ofAnchor('logging'), /^options: \{ max-size: \S+, max-file: \S+ \}$/m)
})

test('variables of Node that the documentation names for a node can be set in .env', () => {
  assert.is(
    environmentOf('endcap-1', { ...env, NODE_OPTIONS: '--max-old-space-size=900' }).NODE_OPTIONS,
    '--max-old-space-size=900',
  )
})

test('every used volume is declared, and every declared one is used', () => {
  const used = [...below('services').matchAll(/"([a-z][\w-]*):\/(?!\/)|- ([a-z][\w-]*):\/(?!\/)/g)].map(
    ([, a, b]) => a ?? b,
  )
  assert.equal([...new Set(used)].sort(), [...namesIn(below('volumes'))].sort())
})

test('every variable of the service can be set in .env, but those that the image sets', () => {
  const ofImage = ['HOST', 'PORT', 'DATA_DIR', 'CHROMIUM_PATH']
  const missing = describeConfig()
    .map(({ name }) => name)
    .filter(name => !ofImage.includes(name) && !new RegExp(`^ +${name}: `, 'm').test(compose))
  assert.equal(missing, [])
})

test('every image has a fixed tag', () => {
  for (const [, image = ''] of compose.matchAll(/^ +image: (\S+)$/gm)) assert.match(image, /:(?!latest)[\w.-]+$/)
})

test('the image has every folder of the service, and the binaries that its packages need', () => {
  const dockerfile = read('Dockerfile')
  for (const name of ['src', 'commands', 'queries', 'projections', 'package.json']) {
    assert.match(dockerfile, new RegExp(`^COPY ${name} `, 'm'))
    assert.match(read('.dockerignore'), new RegExp(`^!${name}$`, 'm'))
  }
  assert.not.match(dockerfile, /--omit=optional/)
})

test('every file of the service that the image runs exists', () => {
  const files = [...read('Dockerfile').matchAll(/\bsrc\/[\w/.-]+\.ts\b/g)].map(([file]) => file)
  assert.ok(files.length >= 3, `${files}`)
  for (const file of files) assert.ok(existsSync(join(root, file)), file)
})

test.run()
