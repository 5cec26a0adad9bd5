import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { changedRemote } from '../../src/asset-sources/remote/change-remote.ts'
import { requireRemote } from '../../src/asset-sources/remote/remote-source.ts'
import { sealedParams } from '../../src/asset-sources/remote/sealed-params.ts'
import { assetSource } from '../../src/domain/asset-sources/asset-source.ts'
import { remoteCreated, remoteSettings, rowSet } from '../support/examples/asset-sources.ts'
import { memoryNodes } from '../support/memory/node.ts'
import { keyPair, memorySecretStore, secretsUnder } from '../support/memory/secrets.ts'

const { secretId: _, ...settings } = remoteSettings

test('additionalParams that are no longer used are destroyed, and those of a refused change too', async () => {
  const store = memorySecretStore()
  const secrets = await secretsUnder(keyPair('k1'), store)
  const kept = store.rows.size
  const { ports, work, does } = memoryNodes()
  const remoteRows = {
    fetch: async () => ({ set: rowSet(), faultyRows: 0 }),
    noteReader: () => undefined,
    close: async () => undefined,
  }
  const secretId = await sealedParams(secrets, work(), remoteCreated.data, 'key=old')
  if (secretId === undefined) throw new Error('they are sealed')
  const remote = { ...settings, secretId }
  await does(assetSource, 'acme:12', { kind: 'CreateSource', ...remoteCreated.data, remote, set: rowSet() })
  const changed = async (changes: object) => {
    const before = await requireRemote(work(), 'acme', 12)()
    if (before._tag === 'Left') throw new Error('it is remote')
    const { _tag } = await changedRemote(work(), { ...ports, secrets, remoteRows }, before.right, changes, undefined)()
    return [_tag, store.rows.size - kept, store.rows.has(secretId)]
  }
  assert.equal(await changed({ additionalParams: 'key=old' }), ['Right', 1, true])
  assert.equal(await changed({ additionalParams: 'key=new', reportingColumn: 'colour' }), ['Left', 1, true])
  assert.equal(await changed({ additionalParams: 'key=new' }), ['Right', 1, false])
  assert.equal(await changed({ additionalParams: '' }), ['Right', 0, false])
})

test.run()
