import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { OrgId } from '../../src/codec/names.ts'
import type { MediaChannel } from '../../src/domain/media-channels/channel.ts'
import { mediaChannel, noChannel } from '../../src/domain/media-channels/media-channel.ts'
import { mediaChannelId } from '../../src/domain/media-channels/media-channel-id.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import type { Loaded } from '../../src/engine/write/execute.ts'
import { executed, loaded } from '../../src/engine/write/steps.ts'
import { mustBeRetailer } from '../../src/lookups/retailer.ts'
import { mustNotBeInUse } from '../../src/media-channels/channel-in-use.ts'
import { keepingUsedSecrets } from '../../src/media-channels/keep-secrets.ts'

/**
 * DELETE /v2/org/{orgId}/retail-media-channels/{mediaChannelIdx} (CHANNEL-2, CHANNEL-7). An activation requested at the same
 * moment finds the channel deleted and fails with that reason.
 */
export const deleteMediaChannel = command({
  summary: 'Delete a media channel that no running campaign uses',
  takesIfMatch: true,
  problems: ['not-a-retailer', 'media-channel-in-use'],
  params: t.type({ orgId: OrgId, mediaChannelIdx: IntegerText }),
  reply: fields({ message: t.string }),
  example: { reply: { message: 'The media channel was deleted.' } },
  run({ params: { orgId, mediaChannelIdx }, ifMatch, caller }, work, ports) {
    const id = mediaChannelId(orgId, mediaChannelIdx)
    const remove = { kind: 'DeleteMediaChannel', at: ports.clock.now().toISOString() } as const
    return pipe(
      mustBeRetailer(work, orgId),
      TE.flatMap(() => loaded(work, mediaChannel, id)),
      TE.filterOrElse(exists, () => noChannel),
      TE.tap(() => mustNotBeInUse(ports, caller, mediaChannelIdx)),
      TE.flatMap(before =>
        keepingUsedSecrets(ports.secrets, { before }, executed(work, mediaChannel, id, remove, { ifMatch })),
      ),
      TE.flatMapEither(() => reply({ message: 'The media channel was deleted.' })),
    )()
  },
})

const exists = ({ state }: Loaded<MediaChannel | undefined>): boolean =>
  state !== undefined && state.status !== 'Deleted'
