import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { modelSettings } from '../../../src/node/config/generator-settings.ts'
import { readConfig } from '../../../src/node/config/read-config.ts'
import { nodeGenerator } from '../../../src/node/node-generator.ts'
import { RendererUnavailable } from '../../../src/ports/renderer.ts'
import { noLog } from '../../support/rendering/rendering.ts'
import { chatModel, json } from '../../support/servers/chat-model.ts'
import { brief } from '../../support/templates/brands.ts'
import { failed, going } from '../../support/templates/generators.ts'

const all = { GENERATOR_URL: 'http://localhost:11434/v1', GENERATOR_MODEL: 'qwen3', GENERATOR_KEY: 'hidden-word' }
const read = (env: Readonly<Record<string, string>>) => {
  const config = readConfig(env)
  if (E.isLeft(config)) throw new Error(config.left.join('\n'))
  return config.right
}
const faultsOf = (env: Readonly<Record<string, string>>): readonly string[] => {
  const config = readConfig(env)
  return E.isLeft(config) ? config.left : []
}
const shared = () => ({
  blobs: { read: async () => Buffer.alloc(0) },
  renderer: { render: () => Promise.reject(new RendererUnavailable('none')) },
  logger: noLog,
})
const size = { width: 300, height: 250 }

test('a model is named with its address, and its key alone is a fault', () => {
  assert.equal(modelSettings(read(all)), {
    url: 'http://localhost:11434/v1',
    model: 'qwen3',
    key: 'hidden-word',
    timeoutMs: 120_000,
    maxTokens: 16_000,
  })
  assert.is(modelSettings(read({})), undefined)
  assert.is(faultsOf({ GENERATOR_URL: all.GENERATOR_URL }).length, 1)
  assert.is(faultsOf({ GENERATOR_MODEL: 'm' }).length, 1)
  assert.equal(faultsOf({ GENERATOR_KEY: 'hidden-word' }), [
    'GENERATOR_URL must be set with GENERATOR_MODEL and GENERATOR_KEY',
  ])
})

test('addresses of other protocols and numbers out of range are refused, without their values', () => {
  const wrong = {
    GENERATOR_URL: 'ftp://hidden-word',
    GENERATOR_TIMEOUT_MS: '1',
    GENERATOR_MAX_TOKENS: 'x',
    GENERATIVE_SERVICE_URL: 'hidden-word',
  }
  for (const [name, value] of Object.entries(wrong)) {
    const faults = faultsOf({ ...all, [name]: value })
    assert.is(faults.length, 1, name)
    assert.match(faults[0] ?? '', name)
    assert.not.match(faults.join(), 'hidden-word')
  }
})

test('a node makes templates by rules unless a model is named, and has a service only where one is', async () => {
  const builtIn = nodeGenerator(read({}), shared())
  assert.is(builtIn.templateGenerator.name, 'built-in')
  assert.is(builtIn.generativeService, undefined)
  // the rules compose it, and the checks need the renderer
  assert.is(failed(await builtIn.templateGenerator.compose(brief(), size, going())).code, 'unavailable')
  await builtIn.close()
  const named = nodeGenerator(read({ ...all, GENERATIVE_SERVICE_URL: 'http://localhost:1/api' }), shared())
  assert.is(named.templateGenerator.name, 'qwen3')
  assert.ok(named.generativeService)
  await named.close()
})

test('the model and the service are reached although they are private', async () => {
  const server = await chatModel(json({ error: { message: 'no' } }, 401))
  const { templateGenerator, generativeService, close } = nodeGenerator(
    read({ ...all, GENERATOR_URL: server.url, GENERATIVE_SERVICE_URL: server.url }),
    shared(),
  )
  assert.match(failed(await templateGenerator.compose(brief(), size, going())).detail, 'does not accept GENERATOR_KEY')
  assert.equal(await generativeService?.start('sync-flow', {}, going()), {
    status: 401,
    body: { error: { message: 'no' } },
  })
  await close()
  await server.stop()
})

test.run()
