import * as t from 'io-ts'
import { about, described, wanting } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { WebUrl } from '../../codec/names.ts'
import { orEmpty } from '../../codec/or-empty.ts'
import { orNone } from '../../codec/or-none.ts'
import { oneOf, text } from '../../codec/text.ts'

/** What a DSP may optimise recommendations for, by number (CREATIVE-14). */
const goals = { CLICKS: 1, CONVERSIONS: 2, REVENUE: 3, VIEWS: 4 } as const
type Goal = keyof typeof goals
const goalNames = Object.keys(goals) as Goal[]

const values = {
  productId: about(text({ max: 255 }), 'The key of the product; default: the name of the creative.'),
  productName: about(text({ max: 1_024 }), 'The name of the product.'),
  productImage: about(WebUrl, 'The address of the picture of the product.'),
  brand: about(text({ max: 255 }), 'The brand of the product.'),
  recLogo: about(WebUrl, 'The address of the logo.'),
  recHeadline: about(text({ max: 1_024 }), 'The headline.'),
  recDisclaimer: about(text({ max: 4_096 }), 'The small print.'),
} as const

/** The columns of a partner's DSP, as stored. */
export const PartnerDspColumns = fields({}, { ...values, recOptimizationGoal: integer(0) })
export type PartnerDspColumns = t.TypeOf<typeof PartnerDspColumns>

/** Answers have the digits of a number that has no name, so requests take them too; an empty text says that there is none. */
const GoalDigits = text({ max: 15, pattern: /^\d*$/, must: 'must be a name or a number' })
const AnyGoal = wanting(
  t.union([integer(0), oneOf(...goalNames), GoalDigits]),
  `must be one of ${goalNames.join(', ')}, or a whole number from 0`,
)
const SentGoal = described(AnyGoal, {
  oneOf: [
    { type: 'integer', minimum: 0 },
    { type: 'string', enum: goalNames },
    { type: 'string', pattern: '^\\d{0,15}$' },
  ],
})
const orNothing = (codec: t.Type<string> & { readonly about?: string }) =>
  orNone(about(orEmpty(codec), codec.about ?? ''))
/** The columns as a request sends them; null, or an empty text, says that there is none. */
export const SentPartnerDspColumns = fields(
  {},
  {
    productId: orNothing(values.productId),
    productName: orNothing(values.productName),
    productImage: orNothing(values.productImage),
    brand: orNothing(values.brand),
    recLogo: orNothing(values.recLogo),
    recHeadline: orNothing(values.recHeadline),
    recDisclaimer: orNothing(values.recDisclaimer),
    recOptimizationGoal: about(
      orNone(SentGoal),
      'What the DSP optimises for, by name or number: 1 CLICKS, 2 CONVERSIONS, 3 REVENUE, 4 VIEWS.',
    ),
  },
)
type Sent = t.TypeOf<typeof SentPartnerDspColumns>

/** The columns as replies have them. */
export const ShownPartnerDspColumns = fields({}, { ...values, recOptimizationGoal: t.string })
type Shown = t.TypeOf<typeof ShownPartnerDspColumns>

const numberOf = (goal: NonNullable<Sent['recOptimizationGoal']>): number => {
  const name = goalNames.find(known => known === goal)
  return name === undefined ? Number(goal) : goals[name]
}

export const storedPartnerColumns = ({ recOptimizationGoal: goal, ...rest }: Sent): PartnerDspColumns => ({
  ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== '')),
  ...(goal === undefined || goal === '' ? {} : { recOptimizationGoal: numberOf(goal) }),
})

/** A goal without a name is shown as its number. */
export const shownPartnerColumns = ({ recOptimizationGoal: goal, ...rest }: PartnerDspColumns): Shown => ({
  ...rest,
  ...(goal === undefined ? {} : { recOptimizationGoal: goalNames.find(name => goals[name] === goal) ?? String(goal) }),
})
