import { X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { rfc3161 } from '../../src/adapters/time-stamps/rfc3161.ts'
import { endcap } from '../support/programs/endcap.ts'
import { skip } from '../support/servers/skip.ts'
import {
  hasOpenssl,
  startTimeStampAuthority,
  type TimeStampAuthority,
} from '../support/servers/time-stamp-authority.ts'
import { provision, startService } from '../support/service/service.ts'

const test = suite('time stamps of seals')
let authority: TimeStampAuthority
let folder: string
let env: Record<string, string>
test.before(async () => {
  authority = await startTimeStampAuthority()
  folder = await mkdtemp(join(tmpdir(), 'endcap-stamps-'))
  env = { DATA_DIR: join(folder, 'data') }
  const service = await startService({ ...env, MONGODB_URL: '' })
  await provision(service)
  await service.stop()
})
test.after(async () => {
  await authority.close()
  await rm(folder, { recursive: true })
})

const sealed = (file: string, allowed = authority.host) =>
  endcap(['seal', '--out', file, '--timestamp', authority.url], { ...env, EGRESS_ALLOW: allowed })
const verified = async (file: string, ...more: readonly string[]) => {
  const { code, out } = await endcap(['verify', '--json', '--seal', file, ...more], env)
  return { code, ...JSON.parse(out) }
}

test('a stamp is of these data, of this query, and by an authority that is vouched for', async () => {
  const data = Buffer.from('the seal')
  const { query, nonce } = rfc3161.query(data)
  const response = await authority.stamped(query)
  const trusted = [new X509Certificate(await readFile(authority.ca)).raw]
  const stamp = await rfc3161.check(response, data, { nonce, trusted })
  assert.ok(!('fault' in stamp) && stamp.isTrusted && /CN=Test TSA/.test(stamp.authority), JSON.stringify(stamp))
  const others = [new X509Certificate(await readFile(authority.otherCa)).raw]
  const bySha1 = await authority.stamped(await authority.queryBySha1(data))
  const altered = Buffer.from(response)
  altered[altered.length - 5]! ^= 1
  for (const [what, wrong] of [
    ['other data', rfc3161.check(response, Buffer.from('another seal'), { nonce, trusted })],
    ['another query', rfc3161.check(response, data, { nonce: nonce + 1n, trusted })],
    ['another authority', rfc3161.check(response, data, { nonce, trusted: others })],
    ['an altered signature', rfc3161.check(altered, data, { nonce, trusted })],
    ['a hash that can be forged', rfc3161.check(bySha1, data, { trusted })],
    ['half a response', rfc3161.check(response.subarray(0, 900), data, { nonce, trusted })],
    ['no response', rfc3161.check(Buffer.alloc(0), data, { nonce, trusted })],
    ['something else', rfc3161.check(Buffer.alloc(65_536, 0x30), data, { nonce, trusted })],
  ] as const)
    assert.ok('fault' in (await wrong), what)
})

test('seal --timestamp keeps the answer beside the seal, and verify --seal checks it', async () => {
  const file = join(folder, 'seal.json')
  const { code, out, err } = await sealed(file)
  assert.equal([code, /seal\.json\.tsr: stamped at \S+Z by O=Example, CN=Test TSA\n$/.test(out)], [0, true], out + err)
  const checked = await verified(file, '--timestamp-ca', authority.ca)
  const [{ stamp }] = checked.seals
  assert.equal([checked.code, stamp.authority, stamp.isTrusted], [0, 'O=Example, CN=Test TSA', true])
  assert.is((await verified(file)).seals[0].stamp.isTrusted, false)

  const faultsOf = async (...more: readonly string[]) => {
    const { code: exit, faults } = await verified(file, ...more)
    return [exit, faults.map(({ where }: { where: string }) => where)]
  }
  assert.equal(await faultsOf('--timestamp-ca', authority.otherCa), [1, [`${file}.tsr`]])
  await writeFile(file, `${await readFile(file, 'utf8')} `)
  assert.equal(await faultsOf(), [1, [`${file}.tsr`]])
  await rm(`${file}.tsr`)
  assert.equal(await faultsOf(), [0, []])
  assert.equal(await faultsOf('--timestamp-ca', authority.ca), [1, [`${file}.tsr`]])
})

test('a file of authorities may hold several, with other text and one that is cut off', async () => {
  const file = join(folder, 'vouched.json')
  assert.is((await sealed(file)).code, 0)
  const bundle = join(folder, 'authorities.pem')
  const [other, own] = await Promise.all([authority.otherCa, authority.ca].map(path => readFile(path, 'utf8')))
  await writeFile(bundle, `Another one\n${other}\nOur own\n${own}\n${own?.slice(0, 200)}`)
  const { code, seals } = await verified(file, '--timestamp-ca', bundle)
  assert.equal([code, seals[0].stamp.isTrusted], [0, true])
  await writeFile(bundle, 'Another one')
  const none = await endcap(['verify', '--seal', file, '--timestamp-ca', bundle], env)
  assert.equal([none.code, /has no certificate of a time-stamp authority/.test(none.err)], [2, true])
})

test('without an answer that is a time stamp, the seal is written and the command says so', async () => {
  const refused = join(folder, 'refused.json')
  const unreached = await sealed(refused, '')
  assert.equal([unreached.code, existsSync(refused), existsSync(`${refused}.tsr`)], [1, true, false])
  assert.match(unreached.err, /refused\.json was written, but has no time stamp: address-refused/)
  const wrongUse = await endcap(['seal', '--timestamp', authority.url], env)
  assert.equal([wrongUse.code, /--timestamp needs --out/.test(wrongUse.err)], [2, true])
  authority.break()
  const broken = join(folder, 'broken.json')
  const { code, err } = await sealed(broken)
  assert.equal([code, existsSync(broken), existsSync(`${broken}.tsr`)], [1, true, false])
  assert.match(err, /its answer is no time stamp of the seal/)
})

if (hasOpenssl()) test.run()
else skip('time stamps of seals: there is no openssl')
