import type { Recorded } from '../ports/event-log.ts'

type Data = Readonly<Record<string, unknown>>
type Tell = (data: Data, stream: string) => string

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null
/** What stands under a name, as members or as a list; of what a newer release wrote perhaps none. */
const membersOf = (value: unknown): Data => (isData(value) ? value : {})
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value))
const count = (value: unknown, one: string, many = `${one}s`): string => `${value} ${value === 1 ? one : many}`
const kilobytes = (size: unknown): string => `${Math.max(1, Math.round(Number(size) / 1000))} kB`
const because = (reason: unknown): string => (text(reason) === '' ? '' : `: ${text(reason)}`)
const faults = (data: Data): string => {
  const { length } = listOf(data.faults)
  return length === 0 ? '' : `; ${count(length, 'file')} could not be made`
}
/** `png at 2x` of `export-acme:1:production:png:2`. */
const exported = (stream: string): string => {
  const [, , mode, format, resolution] = stream.split(':')
  return `${mode === 'preview' ? 'preview ' : ''}export (${format} at ${resolution}x)`
}

const sentences: Readonly<Record<string, Tell>> = {
  RetailCampaignCreated: ({ campaign }) => {
    const { retailCampaignName, adUnits, clonedFrom } = membersOf(campaign)
    const origin = clonedFrom === undefined ? '' : `, a clone of campaign ${clonedFrom}`
    return `The campaign “${retailCampaignName}” was created with ${count(listOf(adUnits).length, 'ad unit')}${origin}.`
  },
  RetailCampaignUpdated: ({ changes }) => `The campaign’s ${Object.keys(membersOf(changes)).join(', ')} changed.`,
  CreativeSaved: ({ creative, added }) =>
    `The creative “${membersOf(creative).creativeName}” was ${added ? 'added' : 'changed'}.`,
  ApprovalRequested: ({ approvers, requesterName, requiredApprovals }) =>
    `${text(requesterName)} asked ${count(listOf(approvers).length, 'approver')} for approval; ${count(requiredApprovals, 'approval is', 'approvals are')} needed.`,
  ApprovalDecisionRecorded: ({ decision, comment }) =>
    `An approver answered ${text(decision)}${text(comment) === '' ? '' : `: “${text(comment)}”`}.`,
  ApprovalDecided: ({ decision }) => `The request is decided: ${text(decision)}.`,
  ApprovalMailSent: () => 'A mail went to an approver.',
  ApprovalMailBounced: ({ reason }) => `A mail to an approver bounced${because(reason)}.`,
  ApprovalMailAttemptFailed: ({ reason }) => `Mails could not be sent${because(reason)}.`,
  RequesterNotified: ({ failure }) =>
    failure === undefined ? 'The requester was told.' : `The requester could not be told${because(failure)}.`,
  ActivationRequested: ({ run, trackerTypes }) => {
    const trackers = listOf(trackerTypes)
    return `Activation ${run} was requested${trackers.length > 0 ? ` with the trackers ${trackers.join(', ')}` : ''}.`
  },
  ActivationProgressed: ({ percentage, message }) => `Activation is at ${percentage} %${because(message)}`,
  ActivationAttemptFailed: ({ reason }) => `An attempt to activate failed${because(reason)}.`,
  ActivationCompleted: ({ status, message }) => `The campaign is ${text(status)}${because(message)}`,
  ActivationFailed: ({ message }) => `Activation failed${because(message)}`,
  CampaignEnded: ({ reason }) =>
    reason === 'end-date' ? 'The campaign ended: its end date has passed.' : 'The campaign was ended.',
  ExportInitiated: (_, stream) => `An ${exported(stream)} was asked for.`,
  ExportCompleted: (data, stream) =>
    `The ${exported(stream)} is ready: ${count(data.total, 'file')}, ${kilobytes(data.size)}${faults(data)}.`,
  ExportFailed: ({ reason }, stream) => `The ${exported(stream)} failed${because(reason)}.`,
  ExportAttemptFailed: ({ reason }, stream) => `An attempt at the ${exported(stream)} failed${because(reason)}.`,
  ExportMadeAvailable: ({ size }, stream) => `The ${exported(stream)} was made along the way, ${kilobytes(size)}.`,
  ExportArchived: (_, stream) => `The ${exported(stream)} is no longer offered.`,
}

/** `ApprovalMailSent` → `approval mail sent`: what a type without a sentence of its own says. */
const worded = (type: string): string => type.replace(/(?<!^)([A-Z])/g, ' $1').toLowerCase()

/** Whether a type has a sentence of its own, which says more than its name. */
export const hasSentence = ({ type }: Pick<Recorded, 'type'>): boolean => Object.hasOwn(sentences, type)

/** An event as a sentence for people. It names no mail address. */
export const told = ({ type, data, stream }: Recorded): string => {
  const sentence = hasSentence({ type }) ? sentences[type]?.(membersOf(data), stream) : undefined
  const plain = sentence ?? `${worded(type)}.`
  return plain[0]?.toUpperCase() + plain.slice(1)
}

/** Signs of life and steps of work that a history leaves out. */
export const untold: readonly string[] = [
  'ActivationStarted',
  'ActivationHeartbeat',
  'ApprovalMailStarted',
  'ApprovalMailHeartbeat',
  'ApprovalMailFinished',
  'ExportStarted',
  'ExportHeartbeat',
  'ExportProgressed',
]
