import type { DspConfiguration } from '../../domain/dsp/configuration-events.ts'
import type { OfCreative } from '../../domain/dsp/export-plan.ts'
import type { Difference } from '../../domain/dsp/reconcile.ts'
import { mostTwins } from '../../domain/dsp/repair.ts'
import { isDspFailure } from '../../ports/dsp.ts'
import type { Ports } from '../../ports/ports.ts'
import { within } from '../deadline.ts'

/** Milliseconds after which no further twin is archived. */
const archiveMs = 20_000

/** What was archived, and why not more; `failure` is the code of DSP-16 and its sentences. */
export type ArchivedTwins = { readonly archived: readonly OfCreative[]; readonly failure: string | undefined }

/**
 * Archives the first twins at the DSP. A twin that is gone counts as archived; one that the DSP refuses is passed over; any other failure
 * is one of all, and ends it.
 */
export const archiveTwins = async (
  { dsp, dspAccess }: Pick<Ports, 'dsp' | 'dspAccess'>,
  { accountId, dspPartnerId, dspAdvertiserId }: DspConfiguration,
  twins: readonly Difference[],
): Promise<ArchivedTwins> => {
  const access = dspAccess.of(accountId, dspPartnerId)
  const archived: OfCreative[] = []
  let failure: string | undefined
  const archive = async (signal: AbortSignal) => {
    for (const { tagId, creativeId = '' } of twins.slice(0, mostTwins)) {
      const answer = await dsp.archiveCreative(access, dspAdvertiserId, creativeId, signal)
      if (!isDspFailure(answer) || answer.code === 'not-found') archived.push({ tagId, creativeId })
      else if (answer.code === 'refused') failure ??= `${answer.code}: ${answer.detail}`
      else return answer
    }
    return undefined
  }
  const ended = await within(archiveMs, archive)
  if (isDspFailure(ended)) failure ??= `${ended.code}: ${ended.detail}`
  return { archived, failure }
}
