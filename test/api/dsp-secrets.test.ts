import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startDspSandbox } from '../../src/dsp-sandbox/start.ts'
import { startNodeProcess } from '../support/programs/node-process.ts'
import { answerConsent, browserOf, consentScreenOf, dataIn, dspEnvironment } from '../support/servers/dsp.ts'
import { startTokenServer } from '../support/servers/token-server.ts'
import { account, provision } from '../support/service/service.ts'

const test = suite('secrets of the DSP')

/** All bytes of the files below a folder. */
const bytesIn = async (folder: string): Promise<string> => {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const read = files.filter(file => file.isFile()).map(file => readFile(join(file.parentPath, file.name), 'latin1'))
  return (await Promise.all(read)).join('\n')
}

test('tokens, codes and verifiers are in no file, log line or answer of a node', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'endcap-secrets-'))
  const sandbox = await startDspSandbox()
  const tokens = await startTokenServer()
  const environment = { ...dspEnvironment(sandbox), DSP_TOKEN_URL: tokens.url }
  const node = await startNodeProcess({ DATA_DIR: dataDir, ...environment })
  try {
    await provision(node)
    const screen = await consentScreenOf(node, 'acme')
    const back = await answerConsent(screen, 'approve')
    const received = await fetch(back, { redirect: 'manual', headers: browserOf(back) })
    assert.is(dataIn(received.headers.get('location') ?? '').status, 200)
    // these tokens are refused by the API, so the node refreshes twice
    const listed = await node.call('GET', `${account}/dsp-configurations/1001/advertisers`)
    assert.is(listed.json.status, 'FAILED')
    const audit = await node.call('GET', `${account}/events`)

    const [exchange, ...refreshes] = tokens.asked
    const verifier = exchange?.get('code_verifier') ?? ''
    assert.match(verifier, /^[\w-]{43}$/)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    assert.is(new URL(screen).searchParams.get('code_challenge'), challenge)
    assert.is(exchange?.get('redirect_uri'), `${node.url}/dsp/callback`)
    // each refresh uses the token that the one before gave
    assert.equal(
      refreshes.map(asked => asked.get('refresh_token')),
      ['refresh-hidden-1', 'refresh-hidden-2'],
    )

    await node.stop()
    const answers = [received, listed].map(({ headers }) => [...headers].join()).join('\n') + listed.text + audit.text
    const places = { files: await bytesIn(dataDir), log: node.printed(), answers }
    assert.match(places.files, /DspTokenReplaced/)
    const hidden = [verifier, exchange?.get('code') ?? '', back.searchParams.get('state') ?? '', '-hidden-']
    for (const [place, text] of Object.entries(places))
      for (const [i, secret] of hidden.entries()) {
        assert.ok(secret.length >= 8)
        assert.not.ok(text.includes(secret), `secret ${i} is in the ${place}`)
      }
  } finally {
    await node.stop()
    await tokens.close()
    await sandbox.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

test.run()
