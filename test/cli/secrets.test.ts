import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openSecretStore } from '../../src/adapters/secret-store/sqlite.ts'
import { openSecrets } from '../../src/adapters/secrets/sealing.ts'
import { inFolder, keyPair } from '../support/memory/secrets.ts'
import { killedOnce } from '../support/programs/cli.ts'
import { endcap } from '../support/programs/endcap.ts'
import { startNodeProcess } from '../support/programs/node-process.ts'
import { account, campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('endcap secrets')
const [older, both, newer] = [keyPair('old'), `${keyPair('new')},${keyPair('old')}`, keyPair('new')]

/** Runs `endcap secrets` on a folder; it must succeed. */
const secrets = async (dataDir: string, secretsKey: string, ...args: string[]): Promise<string> => {
  const { code, out, err } = await endcap(['secrets', ...args], { DATA_DIR: dataDir, SECRETS_KEY: secretsKey })
  assert.is(code, 0, err)
  return out.trim()
}
const listed = async (dataDir: string, secretsKey: string) =>
  JSON.parse(await secrets(dataDir, secretsKey, 'list', '--json'))
/** A node in this process by default; the command line opens the same files. */
const during = async <A>(
  dataDir: string,
  secretsKey: string,
  work: (node: Service) => Promise<A>,
  start: (env: Record<string, string>) => Promise<Service> = startService,
): Promise<A> => {
  const node = await start({ DATA_DIR: dataDir, SECRETS_KEY: secretsKey, MONGODB_URL: '' })
  try {
    return await work(node)
  } finally {
    await node.stop()
  }
}

/** What auditors read of the keys of the service. */
const recordedIn = async (dataDir: string, secretsKey: string) => {
  const { out } = await endcap(['audit', '--actor', 'cli', '--json'], { DATA_DIR: dataDir, SECRETS_KEY: secretsKey })
  return out
    .trim()
    .split('\n')
    .map(line => {
      const { stream, revision, type, data, metadata } = JSON.parse(line)
      assert.equal([metadata.operation, typeof data.at], ['secrets', 'string'])
      const { at: _, ...about } = data
      return [`${stream}@${revision}`, type, about]
    })
}

/** Something of everything that is sealed, hashed or signed; the same check again later. */
const made = async (node: Service) => {
  await provision(node)
  await node.must('PUT', `${account}/retail-settings`, { approvers: [{ userEmail: 'ann@example.com' }] })
  const campaign = await campaignWith(node, ['one'])
  const { apiKey } = await node.must('POST', `${account}/api-keys`, { owner: 'x', permissions: ['Campaigns_View'] })
  const preview = (await node.call('GET', `${campaign}/creatives`)).text.match(/\/previews\/[^"]*/)?.[0] ?? ''
  return async (later: Service) => ({
    key: (await later.call('GET', campaign, undefined, { key: apiKey })).status,
    preview: (await later.call('GET', preview, undefined, { key: undefined })).status,
    address: (await later.must('GET', `${account}/retail-settings`)).approvers[0].userEmail,
  })
}
const working = { key: 200, preview: 200, address: 'ann@example.com' }

test('reseal lets the old key go: a node that runs meanwhile and one with the new key alone read everything', () =>
  inFolder(async dataDir => {
    const check = await during(dataDir, older, made)
    const resealed = async (node: Service) => {
      assert.match(
        await secrets(dataDir, both, 'reseal'),
        /^\d+ values were sealed again; all \d+ are sealed under new now$/,
      )
      assert.equal(await check(node), working)
      assert.match(await secrets(dataDir, both, 'reseal'), /^0 values were sealed again/)
    }
    await during(dataDir, both, resealed, startNodeProcess)
    assert.equal(
      (await listed(dataDir, both)).sealing.map((key: { id: string }) => key.id),
      ['new'],
    )
    assert.equal(await during(dataDir, newer, check), working)
    const { code, out } = await endcap(['verify', '--json'], { DATA_DIR: dataDir, SECRETS_KEY: newer })
    assert.equal([code, JSON.parse(out).faults], [0, []])
  }))

test('a reseal is refused while a node runs that could not open what it seals, and names the node', () =>
  inFolder(async dataDir => {
    await during(dataDir, older, async node => {
      await provision(node)
      const env = { DATA_DIR: dataDir, SECRETS_KEY: both }
      const nodes = async () => JSON.parse((await endcap(['status', '--json'], env)).out).nodes
      const [{ worker }] = await until(nodes, ({ length }) => length > 0)
      const { code, err } = await endcap(['secrets', 'reseal'], env)
      assert.is(code, 1)
      assert.match(
        err,
        `1 node could not open what is sealed under new, which is not in their SECRETS_KEY: ${worker}. `,
      )
      assert.equal(
        (await listed(dataDir, both)).sealing.map(({ values }: { values: number }) => values > 0),
        [false, true],
      )
      assert.match(await secrets(dataDir, both, 'reseal', '--force'), /sealed under new now$/)
    })
    assert.match(
      await secrets(dataDir, both, 'reseal'),
      /^0 values were sealed again/,
      'a node that ended does not count',
    )
  }))

test('a reseal that is killed shows how far it came, and the next one completes it', () =>
  inFolder(async dataDir => {
    await during(dataDir, older, provision)
    const store = openSecretStore(dataDir)
    const before = await openSecrets({ dataDir, secretsKey: older, store })
    const ids: string[] = []
    for (let i = 0; i < 600; i++) ids.push(await before.store(`credential ${i}`, 'dsp:7'))
    const progress = await killedOnce(
      ['secrets', 'reseal'],
      { DATA_DIR: dataDir, SECRETS_KEY: both },
      /secrets: \d+\/60\d/,
    )
    assert.match(progress, /secrets: \d+\/60\d pass 1/)
    const after = await openSecrets({ dataDir, secretsKey: both, store })
    for (const [i, id] of ids.entries()) assert.is(await after.load(id, 'dsp:7'), `credential ${i}`)
    await secrets(dataDir, both, 'reseal')
    const last = await openSecrets({ dataDir, secretsKey: newer, store })
    for (const [i, id] of ids.entries()) assert.is(await last.load(id, 'dsp:7'), `credential ${i}`)
    store.close()
  }))

test('pepper and signing key rotate in steps, each with nodes that run', () =>
  inFolder(async dataDir => {
    const check = await during(dataDir, older, made)
    const [pepper, signing] = [
      await secrets(dataDir, older, 'add', 'pepper'),
      await secrets(dataDir, older, 'add', 'signing-key'),
    ]
    const later = await during(dataDir, older, async node => {
      await secrets(dataDir, older, 'use', 'pepper', pepper)
      await secrets(dataDir, older, 'use', 'signing-key', signing)
      // not restarted since: it does not use them yet
      assert.equal(await check(node), working)
      return during(dataDir, older, async next => {
        assert.equal(await check(next), working)
        const { apiKey } = await next.must('POST', `${account}/api-keys`, {
          owner: 'new',
          permissions: ['Campaigns_View'],
        })
        const list = `${account}/retail-campaigns`
        assert.is((await node.call('GET', list, undefined, { key: apiKey })).status, 200, 'the other node accepts it')
        return async (own: Service) => (await own.call('GET', list, undefined, { key: apiKey })).status
      })
    })
    const { peppers, signingKeys } = await listed(dataDir, older)
    assert.equal(peppers, [
      { id: pepper, liveApiKeys: 1 },
      { id: '1', liveApiKeys: 1 },
    ])
    assert.equal(signingKeys, [{ id: signing }, { id: '1' }])

    // the keys are counted in the log: the view of them may not be built
    for (const file of ['views.db', 'views.db-wal', 'views.db-shm']) await rm(join(dataDir, file), { force: true })
    const args = ['secrets', 'remove', 'pepper', '1']
    const { code, err } = await endcap(args, { DATA_DIR: dataDir, SECRETS_KEY: older })
    assert.equal([code, /^1 live API key would stop working: \w{8}\./.test(err)], [1, true], err)
    await secrets(dataDir, older, 'remove', 'pepper', '1', '--force', '--reason', 'ticket 4711')
    await secrets(dataDir, older, 'remove', 'signing-key', '1')
    assert.equal(await recordedIn(dataDir, older), [
      ['service-key-pepper@0', 'ServiceKeyAdded', { keyId: pepper }],
      ['service-key-signing-key@0', 'ServiceKeyAdded', { keyId: signing }],
      ['service-key-pepper@1', 'ServiceKeyChosen', { keyId: pepper }],
      ['service-key-signing-key@1', 'ServiceKeyChosen', { keyId: signing }],
      ['service-key-pepper@2', 'ServiceKeyRemoved', { keyId: '1', liveApiKeys: 1, reason: 'ticket 4711' }],
      ['service-key-signing-key@2', 'ServiceKeyRemoved', { keyId: '1' }],
    ])
    const { out } = await endcap(['verify', '--json'], { DATA_DIR: dataDir, SECRETS_KEY: older })
    assert.equal(JSON.parse(out).faults, [])
    await during(dataDir, older, async node => {
      assert.equal(await check(node), { key: 401, preview: 403, address: 'ann@example.com' })
      assert.is(await later(node), 200)
    })
  }))

test('approvers keep their ids when the signing key changes: their votes and links name them', () =>
  inFolder(async dataDir => {
    const settings = (...mails: string[]) => ({ approvers: mails.map(userEmail => ({ userEmail })) })
    const idsIn = async () => {
      const { out } = await endcap(['audit', '--json', '--type', 'RetailSettingsConfigured'], {
        DATA_DIR: dataDir,
        SECRETS_KEY: older,
      })
      const last = JSON.parse(out.trim().split('\n').at(-1) ?? '')
      return last.data.value.approvers.map(({ approverId }: { approverId: string }) => approverId)
    }
    await during(dataDir, older, async node => {
      await provision(node)
      await node.must('PUT', `${account}/retail-settings`, settings('ann@example.com'))
    })
    const [ann] = await idsIn()
    await secrets(dataDir, older, 'use', 'signing-key', await secrets(dataDir, older, 'add', 'signing-key'))
    await secrets(dataDir, older, 'remove', 'signing-key', '1')
    await during(dataDir, older, async node => {
      await node.must('PUT', `${account}/retail-settings`, settings('bob@example.com', 'Ann@example.com'))
      const twice = await node.call('PUT', `${account}/retail-settings`, settings('Bob@example.com', 'bob@example.com'))
      assert.equal([twice.status, twice.json.errors[0].pointer], [400, '/approvers/1/userEmail'])
    })
    const [bob, same] = await idsIn()
    assert.is(same, ann)
    assert.is.not(bob, ann)
  }))

test('wrong names, ids and stores are reported in one line, and no key is ever shown', () =>
  inFolder(async dataDir => {
    await during(dataDir, older, provision)
    const env = { DATA_DIR: dataDir, SECRETS_KEY: older }
    for (const [args, expected, message] of [
      [['use', 'pepper', 'ffff'], 1, /^pepper has no key ffff; endcap secrets list shows its keys\.$/m],
      [['remove', 'signing-key', '1'], 1, /^1 is the key of signing-key that is used; use another one first\.$/m],
      [['add', 'pepper', '--reason', ''], 2, /^--reason has 1 to 500 characters, in one line$/m],
      [
        ['use', 'pepper', '1', '--reason', 'for ann@example.com'],
        2,
        /^--reason .* must not have a mail address; name/m,
      ],
      [['add', 'salt'], 2, /Allowed choices are pepper, signing-key, seal-key/],
    ] as const) {
      const { code, err } = await endcap(['secrets', ...args], env)
      assert.is(code, expected, args.join(' '))
      assert.match(err, message)
    }
    const none = await endcap(['secrets', 'reseal'], { ...env, DATA_DIR: `${dataDir}/none` })
    assert.match(none.err, 'has no log.db')
    const wrong = await endcap(['secrets', 'reseal'], { ...env, SECRETS_KEY: newer })
    assert.match(wrong.err, 'not the key that these stores were sealed under')
    assert.is((await endcap(['audit', '--actor', 'cli'], env)).code, 3, 'nothing was changed, and nothing recorded')
    const { out } = await endcap(['secrets', 'list'], env)
    assert.match(
      out,
      /^SECRETS_KEY {2}old {2}used, \d+ values\npepper {7}1 {2}used, 0 live API keys\nsigning-key {2}1 {2}used\nseal-key {5}1 {2}used$/m,
    )
    for (const text of [out, wrong.err]) assert.not.match(text, older.split(':')[1]!.slice(0, 20))
  }))

test.run()
