import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type RunningSandbox, startDspSandbox } from '../../src/dsp-sandbox/start.ts'
import { authoriseAt, dataIn, dspEnvironment, dspRedirectUrl } from '../support/servers/dsp.ts'
import { provision, type Service, startService } from '../support/service/service.ts'

const test = suite('consent of the DSP')
let sandbox: RunningSandbox
let service: Service

test.before(async () => {
  sandbox = await startDspSandbox()
  service = await startService(dspEnvironment(sandbox))
  await provision(service)
})
test.after(async () => {
  await service?.stop()
  await sandbox?.stop()
})

test('a person who approves returns with 200', async () => {
  const location = await authoriseAt(service, sandbox, 'acme')
  assert.ok(location.startsWith(`${dspRedirectUrl}?data=`))
  assert.equal(dataIn(location), {
    partnerId: '1001',
    message: 'Endcap is authorised for partner 1001 of the DSP.',
    status: 200,
  })
  const path = '/v2/accounts/acme/dsp-configurations/1001/advertisers'
  assert.equal((await service.must('GET', path)).advertisersList.length, 3)
})

test.run()
