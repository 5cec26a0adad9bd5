import * as t from 'io-ts'
import { described } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { WebUrl } from '../../codec/names.ts'
import { oneOf, text } from '../../codec/text.ts'

/** What a DSP may optimise recommendations for, by number (CREATIVE-14). */
const goals = { CLICKS: 1, CONVERSIONS: 2, REVENUE: 3, VIEWS: 4 } as const
type Goal = keyof typeof goals
const goalNames = Object.keys(goals) as Goal[]

const values = {
  productId: text({ max: 255 }),
  productName: text({ max: 1_024 }),
  productImage: WebUrl,
  brand: text({ max: 255 }),
  recLogo: WebUrl,
  recHeadline: text({ max: 1_024 }),
  recDisclaimer: text({ max: 4_096 }),
} as const

/** The columns of a partner's DSP, as stored. */
export const PartnerDspColumns = fields({}, { ...values, recOptimizationGoal: integer(0) })
export type PartnerDspColumns = t.TypeOf<typeof PartnerDspColumns>

const SentGoal = described(t.union([integer(0), oneOf(...goalNames)]), {
  oneOf: [
    { type: 'integer', minimum: 0 },
    { type: 'string', enum: goalNames },
  ],
})
/** The columns as a request sends them. */
export const SentPartnerDspColumns = fields({}, { ...values, recOptimizationGoal: SentGoal })
type Sent = t.TypeOf<typeof SentPartnerDspColumns>

/** The columns as replies have them. */
export const ShownPartnerDspColumns = fields({}, { ...values, recOptimizationGoal: t.string })
type Shown = t.TypeOf<typeof ShownPartnerDspColumns>

export const storedPartnerColumns = ({ recOptimizationGoal: goal, ...rest }: Sent): PartnerDspColumns => ({
  ...rest,
  ...(goal === undefined ? {} : { recOptimizationGoal: typeof goal === 'number' ? goal : goals[goal] }),
})

/** A goal without a name is shown as its number. */
export const shownPartnerColumns = ({ recOptimizationGoal: goal, ...rest }: PartnerDspColumns): Shown => ({
  ...rest,
  ...(goal === undefined ? {} : { recOptimizationGoal: goalNames.find(name => goals[name] === goal) ?? String(goal) }),
})
