import { subjectOf } from '../../audit/subject.ts'
import type { Recorded } from '../../ports/event-log.ts'
import { UserError } from '../user-error.ts'

/** The filters of `endcap audit`, as typed. */
export type AuditOptions = {
  readonly account?: string
  readonly campaign?: string
  readonly stream?: string
  readonly type?: string
  readonly actor?: string
  readonly operation?: string
  readonly since?: string
  readonly until?: string
}

/** Parses an ISO time, a day, or an age such as 90m, 24h or 7d, in UTC by default, to milliseconds since 1970. */
export const timeOf = (text: string, now: Date, option: string, what = 'a time'): number => {
  const [, amount, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  const age = { m: 60_000, h: 3_600_000, d: 86_400_000 }[unit ?? ''] ?? 0
  // Date.parse alone accepts '3' as a month
  const iso = /^\d{4}-\d\d/.test(text) ? Date.parse(text) : Number.NaN
  const at = amount === undefined ? iso : now.getTime() - Number(amount) * age
  if (Number.isNaN(at))
    throw new UserError(`${option} must be ${what}, for example 2026-11-21T08:00Z, 2026-11-21 or 24h`, { exitCode: 2 })
  return at
}

/** A predicate for the events that match the filters. */
export const matching = (options: AuditOptions, now: Date): ((event: Recorded) => boolean) => {
  const { account, campaign, stream, type, actor, operation } = options
  if (campaign !== undefined && account === undefined)
    throw new UserError('--campaign requires --account: campaigns are numbered within their account')
  if (campaign !== undefined && !/^\d{1,15}$/.test(campaign))
    throw new UserError(`--campaign must be a campaign number, not ${campaign}`)
  const since = options.since === undefined ? undefined : timeOf(options.since, now, '--since')
  const until = options.until === undefined ? undefined : timeOf(options.until, now, '--until')
  if (since !== undefined && until !== undefined && since > until)
    throw new UserError('--since is later than --until: no events can match')
  return event => {
    const { metadata } = event
    const subject = account === undefined ? undefined : subjectOf(event)
    const at = Date.parse(metadata.at)
    return (
      (account === undefined || subject?.accountId === account) &&
      (campaign === undefined || subject?.retailCampaignIdx === Number(campaign)) &&
      (stream === undefined || event.stream === stream) &&
      (type === undefined || event.type === type) &&
      (actor === undefined || metadata.actor === actor || metadata.actor === `process:${actor}`) &&
      (operation === undefined || metadata.operation === operation) &&
      (since === undefined || at >= since) &&
      (until === undefined || at <= until)
    )
  }
}
