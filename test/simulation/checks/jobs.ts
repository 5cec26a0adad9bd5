import type { Recorded } from '../../../src/ports/event-log.ts'
import type { FaultKind } from '../faults.ts'
import type { AcceptedMail } from '../mail-server.ts'

type Data = Readonly<Record<string, unknown>>
const dataOf = ({ data }: Recorded): Data => Object.fromEntries(Object.entries(data ?? {}))

const repeated = (texts: readonly string[]): readonly string[] => {
  const counts = Map.groupBy(texts, text => text)
  return [...counts].flatMap(([text, all]) => (all.length > 1 ? [`${text}, ${all.length} times`] : []))
}

/** What happens at most once, by type: the names of the fields that identify it. */
const onlyOnce: Readonly<Record<string, readonly string[]>> = {
  ApprovalMailSent: ['approvalIdx', 'approverId'],
  RequesterNotified: ['approvalIdx'],
  ApprovalDecided: ['approvalIdx'],
  ExportInitiated: ['queueId'],
  CampaignEnded: [],
  AssetStored: [],
}
const ends: ReadonlySet<string> = new Set([
  'ExportCompleted',
  'ExportFailed',
  'CloudCopyCompleted',
  'CloudCopyFailed',
  'CloudCopyCancelled',
])
/** An operator has a job tried again, which ends once more. */
const begins: ReadonlySet<string> = new Set(['ExportRetried', 'CloudCopyRetried'])

/** The ends of jobs, each with how often an operator had the job tried again before. */
const endsOf = (events: readonly Recorded[]): readonly string[] => {
  const times = new Map<string, number>()
  return events.flatMap(event => {
    const { type, stream } = event
    const before = times.get(stream) ?? 0
    if (begins.has(type)) times.set(stream, before + 1)
    return ends.has(type) ? [`${stream}: end ${before + 1} of ${dataOf(event).queueId ?? 'the copy'}`] : []
  })
}

/** Whose attempts an event counts: those of the job of its stream, or of the activation or approval that made a file available. */
const claimOf = ({ type, stream }: Recorded): string =>
  type === 'ExportMadeAvailable' ? `${stream} made available` : stream

/** Checks that jobs are recorded as done once, and that no worker records anything after it lost its claim. */
export const wrongJobs = (events: readonly Recorded[]): readonly string[] => {
  const attempts = new Map<string, number>()
  const late: string[] = []
  for (const event of events) {
    const { attempt } = dataOf(event)
    if (typeof attempt !== 'number') continue
    const claim = claimOf(event)
    const newest = attempts.get(claim) ?? 0
    if (attempt < newest)
      late.push(`${event.stream}: ${event.type} of attempt ${attempt} after attempt ${newest} began`)
    attempts.set(claim, Math.max(newest, attempt))
  }
  const once = events.flatMap(event => {
    const names = onlyOnce[event.type]
    return names ? [`${event.stream}: ${event.type} ${names.map(name => dataOf(event)[name]).join(' ')}`] : []
  })
  return [...late, ...repeated(once), ...repeated(endsOf(events))]
}

/** Faults that leave a mail server's last answer as it is. */
const harmless: ReadonlySet<FaultKind> = new Set(['clocks', 'mail'])

/**
 * Checks that each mail recorded as sent was accepted by the mail server, that a repeated one is the same mail again, and
 * that nothing is repeated unless a node or an answer was lost.
 */
export const wrongMails = (
  events: readonly Recorded[],
  mails: readonly AcceptedMail[],
  kinds: readonly FaultKind[],
): readonly string[] => {
  const unsent = events.flatMap(event => {
    if (event.type !== 'ApprovalMailSent') return []
    const { approvalIdx, approverId } = dataOf(event)
    const accepted = mails.some(({ messageId }) => messageId.endsWith(`-${approvalIdx}-${approverId}`))
    return accepted ? [] : [`${event.stream}: the mail to ${approverId} was never accepted`]
  })
  const linkOf = (text: string) => /\/approvals\/\S+/.exec(text)?.[0] ?? ''
  const different = [...Map.groupBy(mails, mail => mail.messageId)].flatMap(([id, same]) =>
    new Set(same.map(({ to, text }) => `${to.address} ${linkOf(text)}`)).size > 1
      ? [`${id} was two different mails`]
      : [],
  )
  const twice = kinds.every(kind => harmless.has(kind)) ? repeated(mails.map(mail => `mail ${mail.messageId}`)) : []
  return [...unsent, ...different, ...twice]
}
