import { suite } from 'uvu'
import { mostStrangers, strangerAnswers } from '../../../src/domain/dsp/stranger-answers.ts'
import { dspStrangerRefused } from '../../support/examples/dsp.ts'
import { given } from '../../support/given/decider.ts'

const test = suite('answers to no consent of the DSP')
const one = given(strangerAnswers)
const at = '2026-05-01T10:00:00.000Z'

test('nobody fills the log: a minute has a bounded number of them', () => {
  const full = Array.from({ length: mostStrangers }, () => dspStrangerRefused())
  const refuse = (when: string) => ({ kind: 'RefuseStranger', at: when }) as const
  one().when(refuse(at)).then(dspStrangerRefused())
  one(...full)
    .when(refuse('2026-05-01T10:00:59.999Z'))
    .thenNothing()
  const next = '2026-05-01T10:01:00.000Z'
  one(...full)
    .when(refuse(next))
    .then(dspStrangerRefused(next))
})

test.run()
