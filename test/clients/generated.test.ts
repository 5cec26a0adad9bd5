import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient } from '@hey-api/openapi-ts'
import openapiTS, { astToString } from 'openapi-typescript'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createMetrics } from '../../src/http/observe/metrics.ts'
import { openApiOf } from '../../src/http/openapi/document.ts'
import { systemRows } from '../../src/http/pages/system.ts'
import { operations } from '../../src/operations/operations.ts'

const test = suite('clients generated from the OpenAPI document')

const system = systemRows({
  rows: operations,
  metrics: createMetrics(),
  version: '0',
  readiness: async () => ({ ready: true, details: {} }),
})
// parsed anew for each generator: they change what they are given
const document = () => JSON.parse(JSON.stringify(openApiOf([...operations, ...system], '0')))

const tsc = fileURLToPath(import.meta.resolve('../../node_modules/typescript/bin/tsc'))
const options = {
  strict: true,
  noEmit: true,
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
}

/** What the compiler says about the files that `generate` writes and a use of them; empty if they compile. */
const compiled = async (use: string, generate: (folder: string) => Promise<unknown>): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'endcap-test-clients-'))
  try {
    await generate(folder)
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }))
    await writeFile(join(folder, 'use.ts'), use)
    const run = promisify(execFile)(process.execPath, [tsc, '-p', folder])
    return await run.then(
      ({ stdout }) => stdout,
      ({ stdout }: { stdout: string }) => stdout,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('openapi-typescript: the types compile, name the objects and know every status and code', async () => {
  const use = `import type { components, operations } from './types.js'
type Campaign = components['schemas']['RetailCampaign']
export const live: Campaign['status'] = 'ACTIVE'
// @ts-expect-error no campaign has this status
export const unknown: Campaign['status'] = 'LIVE'
export const code: components['schemas']['Problem']['code'] = 'approval-required'
// @ts-expect-error no problem has this code
export const noCode: components['schemas']['Problem']['code'] = 'approval-needed'
type Body = NonNullable<operations['createRetailCampaign']['requestBody']>['content']['application/json']
export const body: Body = { retailCampaignName: 'Spring', templateCampaignIdx: 1, assetSourceType: 'uploadAsset' }
`
  const said = await compiled(use, async folder =>
    writeFile(join(folder, 'types.ts'), astToString(await openapiTS(document()))),
  )
  assert.is(said, '')
})

test('@hey-api/openapi-ts: the client compiles, and a call without what it needs does not', async () => {
  const use = `import { getRetailCampaign, uploadAsset } from './client/index.js'
export const read = () => getRetailCampaign({ path: { accountId: 'acme', retailCampaignIdx: 1 } })
export const upload = (file: File) => uploadAsset({ path: { accountId: 'acme' }, body: { file, path: 'logo.png' } })
// @ts-expect-error the file is missing
export const empty = () => uploadAsset({ path: { accountId: 'acme' }, body: { path: 'logo.png' } })
`
  const said = await compiled(use, folder =>
    createClient({
      input: document(),
      output: { path: join(folder, 'client'), module: { extension: '.js' } },
      logs: { level: 'silent' },
      plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    }),
  )
  assert.is(said, '')
})

test.run()
