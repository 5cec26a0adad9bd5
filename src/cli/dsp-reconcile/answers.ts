import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { differenceKinds } from '../../domain/dsp/reconcile.ts'
import { UserError } from '../user-error.ts'

const Listed = t.array(fields({ tagId: t.string, reason: t.string }, { creativeId: t.string }))
const Counts = fields({
  ...{ tags: t.number, creatives: t.number, missing: t.number, twins: t.number },
  ...{ orphans: t.number, changed: t.number, rejected: t.number },
})

/** The part of the service's answers that the command reads. */
export const Configurations = fields({
  configurations: t.array(fields({ configId: t.number, configName: t.string, dspAdvertiserName: t.string })),
  count: t.number,
})
export type Configuration = t.TypeOf<typeof Configurations>['configurations'][number]

export const Compared = fields({
  ...{ message: t.string, counts: Counts, running: t.array(t.number) },
  ...{ missing: Listed, twins: Listed, orphans: Listed, changed: Listed, rejected: Listed },
})
export type Compared = t.TypeOf<typeof Compared>

export const Repaired = fields(
  {
    message: t.string,
    repair: fields({
      ...{ twinsArchived: t.number, twinsRemaining: t.number, campaignsRemaining: t.number },
      ...{ exportsStarted: t.array(t.number), exportsRunning: t.array(t.number) },
      notExported: t.array(fields({ retailCampaignIdx: t.number, reason: t.string })),
    }),
  },
  { warning: t.string },
)
export type Repaired = t.TypeOf<typeof Repaired>

/** Without a configId nothing runs. */
export const Running = fields({ message: t.string }, { configId: t.number })

/** An answer of the service; throws a UserError if it has another shape. */
export const answered = <A>(codec: t.Type<A, unknown, unknown>, answer: unknown): A => {
  const decoded = codec.decode(answer)
  if (E.isLeft(decoded)) throw new UserError('The service gave an answer that this release does not know.')
  return decoded.right
}

/** How many things differ. */
export const differing = ({ counts }: Compared): number => differenceKinds.reduce((sum, kind) => sum + counts[kind], 0)
