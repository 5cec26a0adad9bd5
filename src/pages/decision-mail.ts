import type { Decision } from '../domain/approval/events.ts'
import type { CampaignShown, Person } from './approval-page.ts'
import { type ApproverShown, statusWords } from './approver-list.ts'
import { type Html, html, oneLine } from './html.ts'
import { about, framed, inkStyle, type MailContent, paragraphs, quote, toneStyle } from './mail-layout.ts'
import { moment } from './wording.ts'

export type DecisionMailData = {
  readonly requester: Pick<Person, 'name'>
  readonly campaign: CampaignShown
  readonly decision: Decision
  /** The campaign has ended since. */
  readonly hasEnded: boolean
  readonly approvers: readonly ApproverShown[]
}

const saidInText = (a: ApproverShown): string => {
  const head = `${oneLine(a.name)}: ${statusWords[a.status]}${a.at === undefined ? '' : `, ${moment(a.at)}`}`
  if (a.comment === undefined || a.comment === '') return head
  return [head, ...a.comment.split(/\r\n|\r|\n/).map(line => `  > ${oneLine(line, 2000)}`)].join('\n')
}

const said = (a: ApproverShown): Html =>
  html`<p style="${inkStyle}"><strong>${oneLine(a.name)}</strong> <span style="${toneStyle(a.status)}">${statusWords[a.status]}</span>${a.at !== undefined && `, ${moment(a.at)}`}</p>
${a.comment !== undefined && a.comment !== '' && quote(a.comment)}`

/** What the requester can do next. */
const nextStep = ({ decision, hasEnded }: DecisionMailData): string => {
  if (hasEnded) return 'It has ended since, so there is nothing left to do.'
  if (decision === 'Approved') return 'It can now be activated.'
  return 'Change it and request approval again, or talk to the approvers who rejected it.'
}

/** The mail to the requester after the deciding vote: the outcome, each approver's answer, and what to do next. */
export const decisionMail = (data: DecisionMailData): MailContent => {
  const campaign = oneLine(data.campaign.name, 120)
  const outcome = data.decision === 'Approved' ? 'approved' : 'rejected'
  const next = nextStep(data)
  const hello = `Hello ${oneLine(data.requester.name)},`
  const facts = about(data.campaign)
  const body = html`<p style="${inkStyle}">${hello}<br>your campaign was <strong style="${toneStyle(data.decision)}">${outcome}</strong>. ${next}</p>
${paragraphs(facts)}
${data.approvers.map(said)}`
  const text = [
    hello,
    `your campaign "${campaign}" was ${outcome}. ${next}`,
    facts.join('\n'),
    ...data.approvers.map(saidInText),
  ]
  return {
    subject: `${data.decision}: ${campaign}`,
    inline: [],
    html: framed(campaign, body),
    text: `${text.join('\n\n')}\n`,
  }
}
