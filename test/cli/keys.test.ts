import { readdir } from 'node:fs/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { keysCommand } from '../../src/cli/keys.ts'
import { inFolder } from '../support/memory/secrets.ts'
import { endcap } from '../support/programs/endcap.ts'
import { account, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('endcap keys while a node runs')
let service: Service
test.before(async () => {
  service = await startService()
  await provision(service)
})
test.after(() => service.stop())

const keys = (...args: readonly string[]) => endcap(['keys', ...args], service.stores)
const campaigns = (key: string) => service.call('GET', `${account}/retail-campaigns`, undefined, { key })
const form = /^svc_([A-Za-z0-9]{8})_[A-Za-z0-9]{43}_[A-Za-z0-9]{6}\n$/

/** The error message of a refused command; run in this process, as starting a new one takes seconds. */
const refusalOf = async (args: readonly string[]): Promise<string> => {
  const command = keysCommand()
  for (const each of [command, ...command.commands]) each.exitOverride().configureOutput({ writeErr: () => undefined })
  Object.assign(process.env, service.stores)
  return command.parseAsync(args, { from: 'user' }).then(
    () => assert.unreachable(`${args.join(' ')} was accepted`) as never,
    (error: Error) => {
      assert.ok(['UserError', 'WrongUse', 'CommanderError'].includes(error.name), error.stack)
      return error.message
    },
  )
}

test('issue prints only the key, the node accepts it, list shows it, and revoke ends it', async () => {
  const issued = await keys('issue', '--account', 'acme', '--permission', 'Campaigns_View', '--owner', 'Night job')
  assert.equal([issued.code, issued.err], [0, ''])
  assert.match(issued.out, form)
  const key = issued.out.trim()
  const keyId = form.exec(issued.out)?.[1] ?? ''
  await until(
    () => campaigns(key),
    ({ status }) => status === 200,
  )
  const [shown] = (await service.call('GET', `${account}/api-keys`)).json.apiKeys
  assert.equal([shown.keyId, shown.owner, shown.permissions], [keyId, 'Night job', ['Campaigns_View']])

  const list = await keys('list', '--json')
  assert.equal([list.code, list.err], [0, ''])
  const [{ createdAt, ...listed }] = JSON.parse(list.out)
  assert.equal(listed, {
    keyId,
    owner: 'Night job',
    ownerEmail: null,
    accounts: ['acme'],
    organisations: [],
    permissions: ['Campaigns_View'],
    expiresAt: null,
    revokedAt: null,
    state: 'live',
  })
  assert.not.match(list.out, /svc_/)

  const table = (await keys('list')).out.split('\n')
  assert.match(table[0]!, /^key +state +created +expires +owner +accounts +organisations$/)
  assert.match(table[1]!, new RegExp(`^${keyId} +live +${createdAt.slice(0, 10)} +– +Night job +acme +–$`))
  assert.is(table[2], '  Campaigns_View')

  const body = { owner: 'bob@example.com', permissions: ['Campaigns_View'] }
  const { keyId: ofBob } = await service.must('POST', `${account}/api-keys`, body)

  const revoked = await keys('revoke', keyId)
  assert.equal([revoked.code, revoked.out], [0, `revoked ${keyId}\n`])
  const refused = await until(
    () => campaigns(key),
    ({ status }) => status !== 200,
  )
  assert.is(refused.status, 401)
  const after: readonly (typeof listed & { keyId: string })[] = JSON.parse((await keys('list', '--json')).out)
  const { revokedAt } = await service
    .must('GET', `${account}/api-keys`)
    .then(({ apiKeys }) => apiKeys.find((one: { keyId: string }) => one.keyId === keyId))
  assert.ok(revokedAt)
  const gone = after.find(key => key.keyId === keyId)
  assert.equal([gone?.state, gone?.revokedAt], ['revoked', revokedAt])
  const masked = 'b•••@example.com'
  assert.equal(
    after.filter(key => key.keyId === ofBob).map(key => [key.owner, key.ownerEmail]),
    [[masked, masked]],
  )
})

test('errors are reported in one line, and nothing is issued', async () => {
  const permission = ['--permission', 'Campaigns_View']
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [['issue', ...permission], /--account/],
    [['issue', '--account', 'acme'], /--permission/],
    [
      ['issue', '--account', 'acme', '--permission', 'Everything'],
      /Unknown permission: Everything\. Valid permissions: .*Campaigns_View/,
    ],
    [['issue', '--account', 'a b/c', ...permission], /--account "a b\/c" must be 1 to 64 letters/],
    [
      ['issue', '--account', 'acme', '--organisation', '..', ...permission],
      /--organisation "\.\." must be 1 to 64 letters/,
    ],
    [
      ['issue', '--account', 'acme', ...permission, '--expires', '2020-01-01'],
      /--expires must be a time in the future/,
    ],
    [
      ['issue', '--account', 'acme', ...permission, '--expires', '2999-02-30'],
      /--expires must be a time in the future/,
    ],
    [['issue', '--account', 'acme', ...permission, '--owner', ''], /--owner "" must not be empty/],
    [['issue', '--account', 'acme', ...permission, '--owner-email', 'ann'], /--owner-email "ann"/],
    [['revoke', 'zzzzzzzz'], /There is no API key zzzzzzzz/],
  ]
  // after a write of its own, the node has followed what the commands of other tests wrote
  await service.must('PUT', '/v2/org/org1', { name: 'Org', retailer: true })
  const before = (await service.call('GET', '/v2/accounts/acme')).headers.get('endcap-position')
  for (const [args, must] of cases) {
    const message = await refusalOf(args)
    assert.match(message, must, args.join(' '))
    assert.not.match(message, '\n')
  }
  assert.is((await service.call('GET', '/v2/accounts/acme')).headers.get('endcap-position'), before)
})

test('list and revoke refuse a folder without a log, and create nothing in it', () =>
  inFolder(async folder => {
    for (const args of [['list'], ['revoke', 'zzzzzzzz']]) {
      const { code, out, err } = await endcap(['keys', ...args], { DATA_DIR: folder })
      assert.equal([code, out], [1, ''])
      assert.match(err, /has no log\.db: set DATA_DIR to the data folder of the service\n$/)
    }
    assert.equal(await readdir(folder), [])
  }))

test('reports an invalid environment variable before opening a store', async () => {
  process.env.RATE_LIMIT = 'sometimes'
  try {
    assert.match(await refusalOf(['list']), /^RATE_LIMIT must be off, or requests,writes,starts/)
  } finally {
    delete process.env.RATE_LIMIT
  }
})

test.run()
