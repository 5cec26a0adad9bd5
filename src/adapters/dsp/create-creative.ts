import type { Clock } from '../../ports/clock.ts'
import { type Dsp, type DspAccess, type DspFailure, isDspFailure } from '../../ports/dsp.ts'
import type { Api } from './call.ts'
import { CreativeJson, creativeOf, newCreative } from './creative-json.ts'
import { findCreatives } from './find-creatives.ts'
import { type Patience, retrying } from './retrying.ts'

/** Whether the DSP may have done what was asked. It has refused before it did anything when its quota is used up. */
const isUnsure = ({ transient, code }: DspFailure): boolean =>
  (transient && code !== 'rate-limited') || code === 'ended'
/** An answer that says success and cannot be read is one of a creative that exists. */
const mayExist = (failed: DspFailure): boolean => isUnsure(failed) || failed.code === 'unreadable'

/**
 * Creates one creative. After an attempt whose outcome is unknown, such as a time-out, the next one first looks for the integration
 * code among the creatives that changed since, so that there is no twin (DSP-14).
 * https://developers.google.com/display-video/api/reference/rest/v4/advertisers.creatives/create
 */
export const createCreative =
  (api: Api, patience: Patience, clock: Pick<Clock, 'now'>): Dsp['createCreative'] =>
  async (access, advertiserId, tag, signal) => {
    const since = clock.now().toISOString()
    const find = findCreatives(api, ask => ask())
    const call = {
      advertiserId,
      method: 'POST',
      path: `/advertisers/${advertiserId}/creatives`,
      body: newCreative(tag),
      codec: CreativeJson,
      signal,
    } as const
    let unsure = false
    let hasToken = false
    // without a token nothing is sent, and a request that was refused with its token has done nothing
    const knownAccess: DspAccess = {
      ...access,
      async token(refused) {
        hasToken = false
        const token = await access.token(refused)
        hasToken = !isDspFailure(token)
        return token
      },
    }
    const created = await retrying(patience, signal, async () => {
      if (unsure) {
        const found = await find(access, { advertiserId, since, isWanted: id => id === tag.tagId }, signal)
        if (isDspFailure(found)) return found
        if (found[0]) return found[0]
      }
      const answer = await api(knownAccess, call)
      if (!isDspFailure(answer)) return creativeOf(answer)
      unsure ||= hasToken && mayExist(answer)
      return answer
    })
    return isDspFailure(created) && unsure ? { ...created, unsure } : created
  }
