import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type RunningSandbox, startDspSandbox } from '../../src/dsp-sandbox/start.ts'
import { endcap } from '../support/programs/endcap.ts'
import { authoriseAt, dspEnvironment } from '../support/servers/dsp.ts'
import { activeCampaign, configured, exportsOf } from '../support/service/dsp-exports.ts'
import { account, adminKey, provision, type Service, startService } from '../support/service/service.ts'

const test = suite('endcap dsp-reconcile')
let sandbox: RunningSandbox
let service: Service
let campaign: number
let configId: number

test.before(async () => {
  sandbox = await startDspSandbox()
  service = await startService(dspEnvironment(sandbox))
  await provision(service)
  await authoriseAt(service, sandbox, 'acme')
  campaign = await activeCampaign(service)
  configId = await configured(service, sandbox, 0)
  const dsp = exportsOf(service)
  await dsp.start(configId, campaign)
  await dsp.reaches(configId, campaign, 200)
})
test.after(async () => {
  await service?.stop()
  await sandbox?.stop()
})

const reconcile = (...args: readonly string[]) =>
  endcap(['dsp-reconcile', '--account', 'acme', ...args], { ENDCAP_URL: service.url, ENDCAP_KEY: adminKey })
const creatives = () => Array.from(sandbox.store.all())

test('nothing differs: one line for each configuration, and code 0', async () => {
  const { code, out, err } = await reconcile()
  assert.is(code, 0, err)
  assert.is(
    out,
    `configuration ${configId} “Spring”, advertiser “Advertiser 1”\n2 tags and 2 creatives were compared; nothing differs.\n`,
  )
  assert.is(err, `configuration ${configId}: comparing\n`)
})

test('what differs is a table and code 1; --fix repairs it, waits for the export, and ends with code 0', async () => {
  const [first, second] = creatives()
  if (!first || !second) throw new Error('nothing was exported')
  const twin = sandbox.store.create(first.advertiserId, first.input, 'approved')
  sandbox.store.change(second, { ...second.input, entityStatus: 'ENTITY_STATUS_ARCHIVED' })
  const found = await reconcile('--config', String(configId))
  assert.is(found.code, 1, found.err)
  const lines = found.out.trimEnd().split('\n')
  assert.match(lines[1] ?? '', /^2 tags and 2 creatives were compared: 1 missing, 1 superfluous\.$/)
  assert.match(lines[2] ?? '', /^WHAT +TAG +CREATIVE +WHY$/)
  assert.match(
    lines[3] ?? '',
    `missing  acme:${campaign}:2  ${second.creativeId}    It is archived or deleted at the DSP.`,
  )
  assert.match(
    lines[4] ?? '',
    `twin     acme:${campaign}:1  ${twin.creativeId}    Another active creative has the same tag.`,
  )
  const fixed = await reconcile('--fix', '--json')
  assert.is(fixed.code, 0, fixed.err)
  const [{ compared, repairs, after }] = JSON.parse(fixed.out)
  assert.equal([compared.counts.missing, compared.counts.twins, repairs.length], [1, 1, 1])
  assert.equal([after.counts.missing, after.counts.twins, after.counts.creatives], [0, 0, 2])
  assert.match(fixed.err, /: comparing\n.*: repairing\n/s)
})

test('what a person has to decide about stays, with code 1', async () => {
  const [first] = creatives()
  if (!first) throw new Error('nothing was exported')
  const orphan = { ...first.input, integrationCode: 'acme:999:1' }
  const { creativeId } = sandbox.store.create(first.advertiserId, orphan, 'approved')
  const { code, out } = await reconcile('--fix')
  assert.is(code, 1)
  assert.match(out, `orphan  acme:999:1  ${creativeId}`)
  assert.match(out, 'Archive unknown creatives at the DSP, or export their campaign again.')
})

test('wrong use, and what cannot be compared, is code 2 with the reason', async () => {
  const withKey = { ENDCAP_URL: service.url, ENDCAP_KEY: adminKey }
  for (const [args, env, reason] of [
    [[], withKey, /required option '--account <id>' not specified/],
    [['--account', 'acme', '--all'], withKey, /unknown option '--all'/],
    [['--account', 'acme'], { ENDCAP_URL: service.url }, /^Give the API key/],
    [['--account', 'acme', '--config', '999'], withKey, /^account acme has no DSP configuration 999\n$/],
    [['--account', 'acme'], { ...withKey, ENDCAP_KEY: 'wrong' }, /: 401 /],
  ] as const) {
    const { code, out, err } = await endcap(['dsp-reconcile', ...args], env)
    assert.equal([code, out], [2, ''], err)
    assert.match(err, reason)
  }
  sandbox.grants.revoke()
  const { code, err } = await reconcile()
  assert.is(code, 2)
  assert.match(err, `${account}/dsp-configurations/${configId}/reconcile: 500 needs-authorisation: `)
})

test.run()
