import { pipe } from 'fp-ts/lib/function.js'
import { assetSource } from '../domain/asset-sources/asset-source.ts'
import { assetSourceId as idOf } from '../domain/asset-sources/asset-source-id.ts'
import { feed } from '../domain/asset-sources/feed.ts'
import type { FeedPlace } from '../domain/asset-sources/feed-address.ts'
import type { Timing } from '../domain/asset-sources/feed-changes.ts'
import type { FeedConfig, FeedFormat } from '../domain/asset-sources/feed-format.ts'
import type { ColumnRole } from '../domain/asset-sources/roles.ts'
import { storedRoles } from '../domain/asset-sources/stored-roles.ts'
import * as TE from '../engine/task-either.ts'
import { type Change, changeOf } from '../engine/write/change.ts'
import type { Work } from '../engine/write/execute.ts'
import { executed } from '../engine/write/steps.ts'
import { timeOf } from '../ports/clock.ts'
import type { Ports } from '../ports/ports.ts'
import { storedPlace } from './feed-secrets.ts'
import { addressAllowed } from './fetch-feed.ts'

type Wanted = {
  readonly accountId: string
  readonly assetSourceId: number
  readonly assetSourceName: string
  readonly roles: { readonly [Role in ColumnRole]?: string | undefined } & { readonly assetKeyColumn: string }
  readonly place: FeedPlace
  readonly format: FeedFormat
  readonly config: FeedConfig
  readonly timing?: Timing
}

/** Creates the asset source of a feed, and its feed with a first run; gives the source's revision. */
export const createdFeed = (
  work: Work,
  { secrets, clock, feedSources }: Pick<Ports, 'secrets' | 'clock' | 'feedSources'>,
  { accountId, assetSourceId, assetSourceName, roles, place, format, config, timing = {} }: Wanted,
): Change<{ readonly revision: number }> => {
  const id = idOf(accountId, assetSourceId)
  const at = timeOf({ clock })
  const created = pipe(
    addressAllowed({ feedSources }, place),
    TE.flatMap(() =>
      executed(work, assetSource, id, {
        kind: 'CreateSource',
        accountId,
        assetSourceId,
        assetSourceType: 'feed',
        assetSourceName,
        roles: { ...storedRoles(roles), assetKeyColumn: roles.assetKeyColumn },
        at,
      }),
    ),
  )
  const configured = pipe(
    TE.fromTask(() => storedPlace(secrets, work, accountId, assetSourceId, place)),
    TE.flatMap(stored =>
      executed(work, feed, id, {
        kind: 'ConfigureFeed',
        accountId,
        assetSourceId,
        settings: { place: stored, format, config, ...timing },
        at,
      }),
    ),
  )
  return changeOf(assetSource, id, created, ({ revision }) =>
    changeOf(feed, id, configured, () => TE.right({ revision })),
  )
}
