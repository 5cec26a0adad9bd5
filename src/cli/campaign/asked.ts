import { WrongUse } from '../wrong-use.ts'

/** A campaign, and the end of the time that is asked about, in milliseconds since 1970; infinity: now. */
export type Asked = { readonly accountId: string; readonly retailCampaignIdx: number; readonly until: number }

/** A campaign as typed: `acme:12`. */
export const campaignNamed = (typed: string): Omit<Asked, 'until'> => {
  const [, accountId, idx] = /^([A-Za-z0-9_-]{1,64}):(\d{1,15})$/.exec(typed) ?? []
  if (accountId === undefined) throw new WrongUse(`a campaign is ACCOUNT:NUMBER, for example acme:12, not ${typed}`)
  return { accountId, retailCampaignIdx: Number(idx) }
}
