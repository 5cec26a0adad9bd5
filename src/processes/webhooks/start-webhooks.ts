import { randomUUID } from 'node:crypto'
import { type AccountWebhooks, accountWebhooks } from '../../../projections/webhooks/webhooks.ts'
import { webhooks } from '../../domain/webhooks/webhooks.ts'
import { ClaimLost } from '../../engine/react/process.ts'
import { everyDocument } from '../../engine/read/documents.ts'
import type { Work, WorkContext } from '../../engine/write/execute.ts'
import { nodesNow } from '../../jobs/nodes.ts'
import { timeOf } from '../../ports/clock.ts'
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

const hookName = (accountId: string, { webhookId }: Listed): string => `${accountId}:${webhookId}`

const newContext = (): WorkContext => {
  const id = randomUUID()
  return { actor: 'process:webhooks', operation: 'webhooks', commandId: id, correlationId: id, causationId: id }
}

/**
 * Sends the events of webhooks (WEBHOOK-3). One node sends for an account: the one that claimed it. Another takes over when that node
 * has not said how it is for a second longer than `LEASE_MS`, or gave its claims back. What a node does without holding the claim is not recorded.
 */
export const startWebhooks = (
  ports: WebhookPorts,
  newWork: (context: WorkContext) => Work,
  { worker }: { readonly worker: string },
) => {
  const { clock, logger, readModels } = ports
  const work = () => newWork(newContext())
  const running = new Map<string, Running>()
  /** The last course of each webhook that runs: a node may have those of thousands of accounts. */
  const lastOf = new Map<string, Promise<void>>()
  /** Accounts that this node has claimed, or may have. */
  const claims = new Set<string>()
  const stopping = new AbortController()
  const onError = (err: unknown) => {
    if (!(err instanceof ClaimLost)) logger[levelOf(err, 'error')]({ err }, 'webhooks could not be served')
  }

  const run = (name: string, accountId: string, webhook: Listed) => {
    const course = new AbortController()
    const hook = hookName(accountId, webhook)
    // the course before records what it has delivered
    const done = Promise.resolve(lastOf.get(hook))
      .then(() => deliver({ accountId, webhook, worker, ports, work, signal: course.signal }))
      .catch(onError)
      .finally(() => {
        running.delete(name)
        if (lastOf.get(hook) === done) lastOf.delete(hook)
      })
    lastOf.set(hook, done)
    running.set(name, { course, done })
  }
  const claim = async ({ accountId, worker: from }: AccountWebhooks): Promise<void> => {
    claims.add(accountId)
    try {
      await work().execute(webhooks, accountId, { kind: 'Claim', worker, from, at: timeOf(ports) })
    } catch (error) {
      // those of other accounts do not wait for a newer release
      if (!(error instanceof WrittenByNewer)) throw error
    }
  }
  /** By the monotonic clock. */
  let restUntil = 0
  let last: { readonly mark: string | undefined; readonly at: number } | undefined
  const isWorthALook = (): boolean => {
    const now = readModels.mark?.(accountWebhooks)
    if (last === undefined || now === undefined || now !== last.mark) return true
    return clock.monotonic() - last.at >= lookMs.unchanged
  }
  const looked = async () => {
    last = { mark: readModels.mark?.(accountWebhooks), at: clock.monotonic() }
    const wanted = new Set<string>()
    const isActive = { field: ['isActive'], is: '=', value: true } as const
    let alive: ReadonlySet<string> | undefined
    const seen = new Set<string>()
    for await (const found of everyDocument(readModels, accountWebhooks, { where: isActive })) {
      const { accountId, worker: holder } = found
      if (holder !== worker) {
        alive ??= new Set((await nodesNow(readModels)).map(node => node.worker))
        if (stopping.signal.aborted) return
        if (holder !== undefined && alive.has(holder)) continue
        seen.add(accountId)
        await claim(found)
        continue
      }
      seen.add(accountId)
      claims.add(accountId)
      for (const webhook of found.webhooks) {
        const name = `${hookName(accountId, webhook)}:${webhook.replays}:${webhook.changes}`
        if (webhook.status !== 'ACTIVE') continue
        wanted.add(name)
        if (!running.has(name) && !stopping.signal.aborted) run(name, accountId, webhook)
      }
    }
    for (const accountId of claims) if (!seen.has(accountId)) claims.delete(accountId)
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
  return {
    /** Stops sending, records what was taken, and gives the claims back. */
    async stop(): Promise<void> {
      stopping.abort()
      clearInterval(timer)
      await looking
      for (const { course } of running.values()) course.abort()
      await Promise.all([...running.values()].map(({ done }) => done))
      for (const accountId of claims)
        await work()
          .execute(webhooks, accountId, { kind: 'Release', worker, at: timeOf(ports) })
          .catch(onError)
    },
  }
}
