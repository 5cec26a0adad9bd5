import { type DspRepair, hasRepaired } from '../../domain/dsp/repair.ts'
import { count, counts } from '../../domain/shared/wording.ts'
import { advice } from './comparison-reply.ts'

const messageOf = (repair: DspRepair): string => {
  const { twinsArchived, twinsRemaining, tagsMissing, exportsStarted, exportsRunning, campaignsRemaining } = repair
  const done = {
    'archived twin': twinsArchived,
    'missing tag': tagsMissing,
    'started export': exportsStarted.length,
  }
  const left = { twin: twinsRemaining, campaign: campaignsRemaining }
  const running = exportsRunning.length
  return [
    hasRepaired(repair) ? `${counts(done)}.` : 'Nothing was repaired.',
    twinsRemaining + campaignsRemaining === 0 ? '' : `Left to the next repair: ${counts(left)}.`,
    running === 0 ? '' : `${count(running, 'campaign')} being exported ${running === 1 ? 'was' : 'were'} left out.`,
    advice(repair),
  ]
    .filter(sentence => sentence !== '')
    .join(' ')
}

/** The reply of a repair (DSP-28): 202 if exports were started; with a warning if the DSP has failed in between. */
export const repairReply = ({ warning, ...repair }: DspRepair) => {
  const status = repair.exportsStarted.length > 0 ? 202 : 200
  const message = messageOf(repair)
  return { status, message, repair, ...(warning === undefined ? {} : { warning }) }
}
