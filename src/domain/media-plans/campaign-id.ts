import { integerText } from '../../codec/in-text.ts'

/** The campaign id in the path of trackers: a positive integer; the campaign need not exist (PLAN-4). */
export const CampaignIdText = integerText(1, Number.MAX_SAFE_INTEGER)
