import { type Dsp, isDspFailure } from '../../ports/dsp.ts'
import type { Api, Call } from './call.ts'
import { CreativeJson, changedCreative, creativeOf } from './creative-json.ts'
import { type Patience, retrying } from './retrying.ts'

type Methods = Pick<Dsp, 'getCreative' | 'updateCreative' | 'archiveCreative'>

/**
 * Reading and changing one creative; all of it may be repeated without harm.
 * https://developers.google.com/display-video/api/reference/rest/v4/advertisers.creatives/patch
 */
export const oneCreative = (api: Api, patience: Patience): Methods => {
  const asked =
    (how: Pick<Call<unknown>, 'method' | 'body'>, query: string): Methods['getCreative'] =>
    async (access, advertiserId, creativeId, signal) => {
      const path = `/advertisers/${advertiserId}/creatives/${encodeURIComponent(creativeId)}${query}`
      const call = { ...how, advertiserId, path, codec: CreativeJson, signal }
      const answer = await retrying(patience, signal, () => api(access, call))
      return isDspFailure(answer) ? answer : creativeOf(answer)
    }
  const archived = { method: 'PATCH', body: { entityStatus: 'ENTITY_STATUS_ARCHIVED' } } as const
  return {
    getCreative: asked({ method: 'GET' }, ''),
    updateCreative: (access, advertiserId, creativeId, tag, signal) => {
      const { body, mask } = changedCreative(tag)
      return asked({ method: 'PATCH', body }, `?updateMask=${mask}`)(access, advertiserId, creativeId, signal)
    },
    archiveCreative: asked(archived, '?updateMask=entityStatus'),
  }
}
