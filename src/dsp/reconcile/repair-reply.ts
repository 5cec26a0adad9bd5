import { type DspRepair, doneBy, hasRepaired } from '../../domain/dsp/repair.ts'
import { count, counts, sentence } from '../../domain/shared/wording.ts'
import { advice } from './comparison-reply.ts'

const messageOf = (repair: DspRepair): string => {
  const { twinsRemaining, exportsRunning, campaignsRemaining } = repair
  const left = { twin: twinsRemaining, campaign: campaignsRemaining }
  const running = exportsRunning.length
  return [
    hasRepaired(repair) ? sentence(doneBy(repair)) : 'Nothing was repaired.',
    twinsRemaining + campaignsRemaining === 0 ? '' : `Left to the next repair: ${counts(left)}.`,
    running === 0 ? '' : `${count(running, 'campaign')} being exported ${running === 1 ? 'was' : 'were'} left out.`,
    advice(repair),
  ]
    .filter(text => text !== '')
    .join(' ')
}

/** The reply of a repair (DSP-28): 202 if exports were started; with a warning if the DSP has failed in between. */
export const repairReply = ({ warning, ...repair }: DspRepair) => {
  const status = repair.exportsStarted.length > 0 ? 202 : 200
  const message = messageOf(repair)
  return { status, message, repair, ...(warning === undefined ? {} : { warning }) }
}
