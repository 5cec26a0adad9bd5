import type { Fault } from './fault.ts'

/** Faults of one kind that are listed; more are counted, so that a damaged store takes no more memory than a good one. */
const most = 1_000

/** Collects faults. `rest`: the fault that stands for those that are not listed. */
export const listedFaults = (rest: (more: number) => Fault) => {
  const faults: Fault[] = []
  let more = 0
  return {
    add(fault: Fault): void {
      if (faults.length === most) more++
      else faults.push(fault)
    },
    list: (): readonly Fault[] => (more === 0 ? faults : [...faults, rest(more)]),
  }
}
