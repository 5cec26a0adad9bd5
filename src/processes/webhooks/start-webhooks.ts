import { randomUUID } from 'node:crypto'
import { type AccountWebhooks, accountWebhooks } from '../../../projections/webhooks/webhooks.ts'
import { leasesIn } from '../../engine/leases.ts'
import { ClaimLost } from '../../engine/react/process.ts'
import { everyDocument } from '../../engine/read/documents.ts'
import type { Work, WorkContext } from '../../engine/write/execute.ts'
import type { Lease } from '../../ports/leases.ts'
import type { Ports } from '../../ports/ports.ts'
import { levelOf, WrittenByNewer } from '../../ports/store-away.ts'
import { type DeliveryPorts, deliver } from './deliver.ts'

type WebhookPorts = DeliveryPorts & Pick<Ports, 'readModels'>
type Listed = AccountWebhooks['webhooks'][number]
type Running = { readonly course: AbortController; readonly done: Promise<void> }

/** Milliseconds between two looks at the webhooks; between those that find nothing changed, where the read models can say that. */
const lookMs = { usual: 250, unchanged: 5_000 }
/** So many times as long as a look took, nobody looks: each delivery changes the list, and it may have those of ten thousand accounts. */
const restTimes = 9

/** Accounts share so many leases: one for each would have to be renewed for ten thousand accounts. */
const shares = 8
/** How often the leases are renewed at least, and how often within a lease. */
const renewal = { usualMs: 5_000, inLease: 3 }

/** Milliseconds for which a node leaves a webhook that only a newer release can read, and its share: to a newer node, if there is one. */
const leftMs = { hook: 300_000, share: 5_000 }

/** The work id of the lease that covers an account. */
const shareOf = (accountId: string): string => {
  let hash = 0
  for (const character of accountId) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521
  return `webhooks:${hash % shares}`
}

const hookName = (accountId: string, { webhookId }: Listed): string => `${accountId}:${webhookId}`

const newContext = (): WorkContext => {
  const id = randomUUID()
  return { actor: 'process:webhooks', operation: 'webhooks', commandId: id, correlationId: id, causationId: id }
}

/**
 * Sends the events of webhooks (WEBHOOK-3). One node sends for an account: the one with the lease of its share. Another takes over when that
 * lease was given back, or not renewed for `leaseMs`. Webhooks that only a newer release can read stop no others. Of two nodes that send the same event, the first record counts.
 */
export const startWebhooks = (
  ports: WebhookPorts,
  newWork: (context: WorkContext) => Work,
  { worker, leaseMs }: { readonly worker: string; readonly leaseMs: number },
) => {
  const { clock, logger, readModels } = ports
  const work = () => newWork(newContext())
  const running = new Map<string, Running>()
  /** The last course of each webhook that runs: a node may have those of thousands of accounts. */
  const lastOf = new Map<string, Promise<void>>()
  const leases = leasesIn(readModels.leases, { clock, holder: worker, leaseMs })
  const held = new Map<string, Lease>()
  /** The last look, if nothing has happened since that is worth another one. */
  let last: { readonly mark: string | undefined; readonly at: number } | undefined
  /** Until when this node leaves a webhook or a share to others, by the monotonic clock. */
  const leftUntil = new Map<string, number>()
  const isLeft = (name: string): boolean => (leftUntil.get(name) ?? 0) > clock.monotonic()
  const stopping = new AbortController()
  const onError = (err: unknown) => {
    if (!(err instanceof ClaimLost)) logger[levelOf(err, 'error')]({ err }, 'webhooks could not be served')
  }

  const leaveToNewer = async (accountId: string, hook: string): Promise<void> => {
    const share = shareOf(accountId)
    leftUntil.set(hook, clock.monotonic() + leftMs.hook)
    leftUntil.set(share, clock.monotonic() + leftMs.share)
    const lease = held.get(share)
    held.delete(share)
    // the next look ends what this node sent under it
    last = undefined
    if (lease) await leases.release(lease)
  }
  const run = (name: string, accountId: string, webhook: Listed) => {
    const course = new AbortController()
    const hook = hookName(accountId, webhook)
    // the course before records what it has delivered
    const done = Promise.resolve(lastOf.get(hook))
      .then(() => deliver({ accountId, webhook, ports, work, signal: course.signal }))
      .catch(async error => {
        onError(error)
        if (error instanceof WrittenByNewer) await leaveToNewer(accountId, hook).catch(onError)
      })
      .finally(() => {
        running.delete(name)
        if (lastOf.get(hook) === done) lastOf.delete(hook)
      })
    lastOf.set(hook, done)
    running.set(name, { course, done })
  }
  /** Whether this node has the lease of a share, or takes it now. */
  const holds = async (share: string, asked: Set<string>): Promise<boolean> => {
    if (held.has(share)) return true
    if (asked.has(share) || isLeft(share) || stopping.signal.aborted) return false
    const lease = await leases.take(share)
    if (lease) held.set(share, lease)
    asked.add(share)
    return lease !== undefined
  }
  /** By the monotonic clock. */
  let restUntil = 0
  const isWorthALook = (): boolean => {
    const now = readModels.mark?.(accountWebhooks)
    if (last === undefined || now === undefined || now !== last.mark) return true
    return clock.monotonic() - last.at >= lookMs.unchanged
  }
  const looked = async () => {
    last = { mark: readModels.mark?.(accountWebhooks), at: clock.monotonic() }
    const wanted = new Set<string>()
    const isActive = { field: ['isActive'], is: '=', value: true } as const
    const asked = new Set<string>()
    for await (const found of everyDocument(readModels, accountWebhooks, { where: isActive })) {
      const { accountId } = found
      if (!(await holds(shareOf(accountId), asked))) continue
      for (const webhook of found.webhooks) {
        const name = `${hookName(accountId, webhook)}:${webhook.replays}:${webhook.changes}`
        if (webhook.status !== 'ACTIVE' || isLeft(hookName(accountId, webhook))) continue
        wanted.add(name)
        if (!running.has(name) && !stopping.signal.aborted) run(name, accountId, webhook)
      }
    }
    for (const [name, { course }] of running) if (!wanted.has(name)) course.abort()
  }
  let looking: Promise<void> | undefined
  const look = () => {
    const began = clock.monotonic()
    if (stopping.signal.aborted || began < restUntil || !isWorthALook()) return
    looking ??= looked()
      .then(() => {
        const now = clock.monotonic()
        restUntil = now + Math.min(lookMs.unchanged, restTimes * (now - began))
      })
      .catch(error => {
        last = undefined
        onError(error)
      })
      .finally(() => {
        looking = undefined
      })
  }
  const timer = setInterval(look, lookMs.usual)
  timer.unref()
  const renew = async () => {
    for (const [share, lease] of held)
      if (!(await leases.renew(lease))) {
        held.delete(share)
        // the next look ends what this node sent under it
        last = undefined
      }
  }
  const renewing = setInterval(() => void renew().catch(onError), Math.min(renewal.usualMs, leaseMs / renewal.inLease))
  renewing.unref()
  return {
    /** Stops sending, records what was taken, and gives the leases back. */
    async stop(): Promise<void> {
      stopping.abort()
      clearInterval(timer)
      clearInterval(renewing)
      await looking
      for (const { course } of running.values()) course.abort()
      await Promise.all([...running.values()].map(({ done }) => done))
      for (const lease of held.values()) await leases.release(lease).catch(onError)
    },
  }
}
