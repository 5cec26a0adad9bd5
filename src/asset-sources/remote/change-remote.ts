import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { assetSource, rolesAfter } from '../../domain/asset-sources/asset-source.ts'
import { assetSourceId as idOf } from '../../domain/asset-sources/asset-source-id.ts'
import { sentOptions } from '../../domain/asset-sources/feed-format.ts'
import {
  changedSettings,
  checkedRemote,
  fetchIdOf,
  type RemoteSettings,
  sentSettings,
} from '../../domain/asset-sources/remote.ts'
import { changedRoles } from '../../domain/asset-sources/stored-roles.ts'
import type { Rejection } from '../../domain/shared/decider.ts'
import { sameJson } from '../../domain/shared/digest.ts'
import * as TE from '../../engine/task-either.ts'
import { stale } from '../../engine/write/decide-jobs.ts'
import type { Loaded, Work } from '../../engine/write/execute.ts'
import { executed } from '../../engine/write/steps.ts'
import { feedRejection } from '../../feeds/fetch-feed.ts'
import { timeOf } from '../../ports/clock.ts'
import { isFeedFault } from '../../ports/feed-parser.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Secrets } from '../../ports/secrets.ts'
import type { RemoteChanges } from './remote-body.ts'
import type { RemoteSource } from './remote-source.ts'
import { noted, rowsNow } from './rows-now.ts'
import { keepingUsedParams, paramsOf, sealedParams } from './sealed-params.ts'

type Before = Loaded<RemoteSource>
type Params = { readonly params: string | undefined; readonly isSame: boolean }

/** The additionalParams after a request, and whether they are those before; `stale` if another request has replaced those meanwhile. */
const paramsAfter =
  (work: Work, secrets: Secrets, before: Before, sent: string | undefined): TE.TaskEither<Rejection, Params> =>
  async () => {
    const { state: source, revision } = before
    const kept = await paramsOf(secrets, source)
    if (sent !== undefined) return E.right({ params: sent, isSame: !isFeedFault(kept) && (kept.params ?? '') === sent })
    if (!isFeedFault(kept)) return E.right({ params: kept.params, isSame: true })
    const now = await work.load(assetSource, idOf(source.accountId, source.assetSourceId))
    return E.left(now.revision === revision ? feedRejection(kept) : stale(now.revision))
  }

/** Whether the answer of the address is still what was understood before. */
const readAsBefore = (
  before: RemoteSettings,
  { url, contentType, ...next }: Omit<RemoteSettings, 'cacheTime'>,
): boolean =>
  url === before.url && contentType === before.contentType && sameJson(sentOptions(before), sentOptions(next))

type ChangePorts = Pick<Ports, 'secrets' | 'readModels' | 'remoteRows' | 'clock'>

/**
 * Changes a remote source as a request says (SOURCE-13). When the change decides which rows are fetched, they are fetched first: a source
 * never has settings by which nothing was read. `stale`: other requests have changed these settings meanwhile.
 */
export const changedRemote = (
  work: Work,
  ports: ChangePorts,
  before: Before,
  changes: RemoteChanges,
  ifMatch: number | undefined,
) => {
  const { state: source } = before
  const { accountId, assetSourceId, remote, loads } = source
  const { assetSourceName } = changes
  const roles = rolesAfter(source.roles, changedRoles(changes))
  return pipe(
    paramsAfter(work, ports.secrets, before, changes.additionalParams),
    TE.bindTo('sent'),
    TE.bind('settings', () => TE.fromEither(checkedRemote({ ...remote, ...changes }, roles))),
    TE.bind('rows', ({ settings, sent: { params: additionalParams, isSame } }) =>
      isSame && fetchIdOf({ remote: { ...remote, ...settings }, roles }) === fetchIdOf(source)
        ? TE.right(undefined)
        : rowsNow(ports, {
            ...{ accountId, additionalParams, roles, known: loads.at(-1)?.set },
            settings: readAsBefore(remote, settings) ? { ...settings, understood: remote.understood } : settings,
          }),
    ),
    TE.bind('secretId', ({ sent: { params, isSame } }) =>
      TE.fromTask(async () => (isSame ? remote.secretId : sealedParams(ports.secrets, work, source, params))),
    ),
    TE.bind('done', ({ rows, secretId, sent: { isSame } }) => {
      const change = {
        ...sentSettings(changes),
        ...(isSame ? {} : { secretId: secretId ?? null }),
        ...(rows?.understood ? { understood: rows.understood } : {}),
      }
      const changed = executed(
        work,
        assetSource,
        idOf(accountId, assetSourceId),
        {
          kind: 'ChangeSource',
          assetSourceType: 'remote',
          ...(assetSourceName === undefined ? {} : { assetSourceName }),
          roles: changedRoles(changes),
          remote: change,
          fetchId: fetchIdOf({ remote: changedSettings(remote, change), roles }),
          ...(rows ? { set: rows.set } : {}),
          at: timeOf(ports),
        },
        { ifMatch },
      )
      return keepingUsedParams(ports.secrets, { before, fresh: secretId }, changed)
    }),
    TE.tap(({ done, rows }) => (rows ? noted(ports, done.state, rows) : TE.right(undefined))),
    TE.map(({ done }) => done),
  )
}
