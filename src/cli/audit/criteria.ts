import { apiKey } from '../../domain/keys/key.ts'
import { streamOf } from '../../domain/shared/decider.ts'
import { subjectOf } from '../../domain/subject.ts'
import type { Recorded } from '../../ports/event-log.ts'
import { endOf, startOf } from '../times.ts'
import { WrongUse } from '../wrong-use.ts'

/** The filters of `endcap audit`, as typed. */
export type AuditOptions = {
  readonly account?: string
  readonly campaign?: string
  readonly stream?: string
  readonly type?: string
  readonly actor?: string
  readonly key?: string
  readonly operation?: string
  readonly correlation?: string
  readonly since?: string
  readonly until?: string
}

/** A campaign as typed, with its account. */
export type AskedCampaign = { readonly account: string; readonly idx: number }

/** The campaign that is asked for, if any. */
export const campaignIn = ({ account, campaign }: AuditOptions): AskedCampaign | undefined => {
  if (campaign === undefined) return undefined
  if (account === undefined)
    throw new WrongUse('--campaign requires --account: campaigns are numbered within their account')
  if (!/^\d{1,15}$/.test(campaign)) throw new WrongUse(`--campaign must be a campaign number, not ${campaign}`)
  return { account, idx: Number(campaign) }
}

/** A position of the log as typed, for `--after`. */
export const positionIn = (text: string | undefined): bigint => {
  if (text === undefined) return 0n
  if (!/^\d{1,19}$/.test(text)) throw new WrongUse(`--after must be a position, as --json prints it, not ${text}`)
  return BigInt(text)
}

/** The times that are asked for, in milliseconds since 1970; infinite where none is. */
export const periodIn = ({ since, until }: AuditOptions, now: Date): readonly [from: number, to: number] => {
  const from = since === undefined ? Number.NEGATIVE_INFINITY : startOf(since, now, '--since')
  const to = until === undefined ? Number.POSITIVE_INFINITY : endOf(until, now, '--until')
  if (from > to) throw new WrongUse('--since is later than --until: no events can match')
  return [from, to]
}

/** A predicate for the events that match the filters. `named`: streams of what the campaign has named. */
export const matching = (options: AuditOptions, now: Date, named: ReadonlySet<string>) => {
  const { account, stream, type, actor, key, operation, correlation } = options
  const idx = campaignIn(options)?.idx
  const [from, to] = periodIn(options, now)
  const ofKey = key === undefined ? undefined : streamOf(apiKey, key)
  return (event: Recorded): boolean => {
    const { metadata } = event
    const subject = account === undefined ? undefined : subjectOf(event)
    const at = from === Number.NEGATIVE_INFINITY && to === Number.POSITIVE_INFINITY ? 0 : Date.parse(metadata.at)
    return (
      (account === undefined || subject?.accountId === account) &&
      (idx === undefined || subject?.retailCampaignIdx === idx || named.has(event.stream)) &&
      (stream === undefined || event.stream === stream) &&
      (type === undefined || event.type === type) &&
      (actor === undefined || metadata.actor === actor || metadata.actor === `process:${actor}`) &&
      (key === undefined || metadata.actor === key || event.stream === ofKey) &&
      (operation === undefined || metadata.operation === operation) &&
      (correlation === undefined || metadata.correlationId === correlation) &&
      at >= from &&
      at <= to
    )
  }
}
