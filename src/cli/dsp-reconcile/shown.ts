import { type DifferenceKind, differenceKinds } from '../../domain/dsp/reconcile.ts'
import { printable } from '../../domain/shared/printable.ts'
import { aligned } from '../aligned.ts'
import { type Compared, type Configuration, differing, type Repaired } from './answers.ts'

/** What the command found for a configuration, and did. `after`: what differs when everything has ended. */
export type Result = Configuration & {
  readonly compared: Compared
  readonly repairs: readonly Repaired[]
  readonly after: Compared
}

const oneOf: Readonly<Record<DifferenceKind, string>> = {
  missing: 'missing',
  twins: 'twin',
  orphans: 'orphan',
  changed: 'changed',
  rejected: 'rejected',
}

const table = (compared: Compared): readonly string[] => {
  const rows = differenceKinds.flatMap(kind =>
    compared[kind].map(({ tagId, creativeId = '-', reason }) => [oneOf[kind], tagId, creativeId, reason]),
  )
  return rows.length === 0 ? [] : aligned([['WHAT', 'TAG', 'CREATIVE', 'WHY'], ...rows])
}

const notExported = ({ repair }: Repaired): readonly string[] =>
  repair.notExported.map(
    ({ retailCampaignIdx, reason }) => `campaign ${retailCampaignIdx} was not exported: ${printable(reason)}`,
  )

/** A result for people. */
export const shown = ({ configId, configName, dspAdvertiserName, compared, repairs, after }: Result): string => {
  const repaired = repairs.flatMap(done => [
    `repaired: ${done.message}`,
    ...notExported(done),
    ...(done.warning === undefined ? [] : [`warning: ${printable(done.warning)}`]),
  ])
  const left = repairs.length === 0 ? [] : [`now: ${after.message}`, ...(differing(after) > 0 ? table(after) : [])]
  return [
    printable(`configuration ${configId} “${configName}”, advertiser “${dspAdvertiserName}”`),
    compared.message,
    ...table(compared),
    ...repaired,
    ...left,
  ].join('\n')
}
