import { startDsp } from '../../support/servers/dsp.ts'
import { dspContract } from './dsp.contract.ts'

/** The contract makes more requests than the DSP admits in a minute. */
const many = { requests: 100_000, writes: 100_000 }

dspContract('the sandbox', () => startDsp({ advertisers: 5, quotas: { project: many, advertiser: many } })).run()
