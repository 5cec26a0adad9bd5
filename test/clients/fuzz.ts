import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { operations } from '../../src/operations/operations.ts'
import { startEndingProxy } from '../support/servers/ending-proxy.ts'
import { account, activated, adminKey, campaignWith, provision, startService } from '../support/service/service.ts'

/**
 * Schemathesis against a running node: every operation gets values that fit its schema, and values that do not, and each response must
 * be one that the OpenAPI document describes. The first argument is the program; further ones are passed on. See ADR 0073.
 */
const exampleOf = (operationId: string): unknown =>
  operations.find(row => row.operationId === operationId)?.operation.example?.body
const [given = 'schemathesis', ...more] = process.argv.slice(2)
const program = given.includes('/') ? resolve(given) : given
const service = await startService()
// streams of events have no end, for which Schemathesis waits
const ending = await startEndingProxy(service.url)
const folder = await mkdtemp(join(tmpdir(), 'endcap-fuzz-'))
try {
  await provision(service)
  for (const [path, operationId] of [
    ['data-signals', 'putDataSignals'],
    ['media-plans/1', 'putMediaPlan'],
  ] as const)
    await service.must('PUT', `${account}/${path}`, exampleOf(operationId))
  const columns = { brandColumn: 'brand', productNameColumn: 'headline', categoryColumn: 'category' }
  const campaign = await campaignWith(service, ['pot-3'], columns)
  await activated(service, campaign)
  await service.must('POST', `${account}/asset-sources/inline`, {
    assetSourceName: 'Products',
    assetKeyColumn: 'sku',
    data: [{ sku: 'pot-3', headline: 'Terracotta pot' }],
  })
  const options = ['--config-file', join(import.meta.dirname, 'schemathesis.toml'), 'run', ...more]
  const run = spawn(program, [...options, '-H', `svc_apikey: ${adminKey}`, `${ending.url}/openapi.json`], {
    stdio: 'inherit',
    // it keeps what it finds in the folder where it runs
    cwd: folder,
    env: { ...process.env, SCHEMATHESIS_HOOKS: join(import.meta.dirname, 'hooks.py'), PYTHONDONTWRITEBYTECODE: '1' },
  })
  const [code] = await once(run, 'exit')
  process.exitCode = typeof code === 'number' ? code : 1
} finally {
  await ending.stop()
  await service.stop()
  await rm(folder, { recursive: true })
}
