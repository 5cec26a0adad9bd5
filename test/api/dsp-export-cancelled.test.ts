import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ApiError } from '../../src/dsp-sandbox/api/api-error.ts'
import type { RunningSandbox } from '../../src/dsp-sandbox/start.ts'
import { startDspSandbox } from '../../src/dsp-sandbox/start.ts'
import { authoriseAt, dspEnvironment } from '../support/servers/dsp.ts'
import { activeCampaign, configured, exportsOf } from '../support/service/dsp-exports.ts'
import { provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('an export to the DSP that is cancelled half-way')
const units = 24
let sandbox: RunningSandbox
let service: Service
test.before(async () => {
  sandbox = await startDspSandbox()
  service = await startService(dspEnvironment(sandbox))
  const more = Array.from({ length: units - 2 }, (_, i) => ({
    adUnitId: i + 3,
    adUnitName: `Unit ${i + 3}`,
    dimension: '80x40',
    html: '<b>{{headline}}</b>',
  }))
  await provision(service, more)
  await authoriseAt(service, sandbox, 'acme')
})
test.after(async () => {
  await service?.stop()
  await sandbox?.stop()
})

const half = 12
/** The DSP creates half of the tags; until the result is called it answers nothing to what would create or archive more. */
const heldHalfWay = (): (() => void) => {
  const { create, change } = sandbox.store
  const away = (): never => {
    throw new ApiError(503, 'UNAVAILABLE', 'The service is currently unavailable.')
  }
  sandbox.store.create = (...created) => (sandbox.store.count() < half ? create(...created) : away())
  sandbox.store.change = away
  return () => Object.assign(sandbox.store, { create, change })
}

test('creates nothing more, archives what it has created, and says how much is left', async () => {
  const dsp = exportsOf(service)
  const campaign = await activeCampaign(service)
  const configId = await configured(service, sandbox, 0)
  const release = heldHalfWay()
  await dsp.start(configId, campaign)
  const exported = async () => Number(/(\d+) of 24 tags/.exec((await dsp.status(configId, campaign)).json.message)?.[1])
  await until(exported, count => count === half)
  await dsp.cancel(configId, campaign)
  const { status, json } = await dsp.status(configId, campaign)
  assert.equal([status, json.status], [200, 310])
  assert.match(json.message, /^Tag Export cancellation in progress: 12 tags still to be archived\.$/)
  release()
  const stopped = await dsp.reaches(configId, campaign, 300)
  assert.match(stopped.message, /^Trafficking stopped: 0 of 24 tags associated\.$/)
  assert.ok(sandbox.store.count() <= half + 1, 'at most the one that was under way')
  const active = Array.from(sandbox.store.all()).filter(c => c.input.entityStatus === 'ENTITY_STATUS_ACTIVE')
  assert.equal(active.length, 0)
})

test.run()
