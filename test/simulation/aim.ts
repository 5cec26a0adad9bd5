import type { Machine } from './machine.ts'

type Strike = (machine: Machine) => void
type Moment = 'before' | 'after'
/** Which append: one of a stream whose name begins like this (default: any), after `skip` others. */
type Target = { readonly stream?: string; readonly skip?: number }
type Aimed = { readonly moment: Moment; readonly stream: string; skip: number; readonly strike: Strike }

/** Faults that wait for an append: most of what can go wrong goes wrong just before or just after one. */
export const openAim = () => {
  const waiting = new Set<Aimed>()
  const struckAt = (moment: Moment, machine: Machine, stream: string): boolean => {
    const due = [...waiting].filter(a => a.moment === moment && stream.startsWith(a.stream) && a.skip-- === 0)
    for (const aimed of due) {
      waiting.delete(aimed)
      aimed.strike(machine)
    }
    return due.length > 0
  }
  return {
    /** Strikes the machine of an append before it is sent, or when it is in the log and the answer has not arrived. */
    at: (moment: Moment, { stream = '', skip = 0 }: Target, strike: Strike) =>
      void waiting.add({ moment, stream, skip, strike }),
    /** A machine is about to append; resolves when it can. */
    before: (machine: Machine, stream: string): Promise<void> | undefined =>
      struckAt('before', machine, stream) ? new Promise(resolve => machine.after(0, resolve)) : undefined,
    /** The append of a machine is in the log. */
    after: (machine: Machine, stream: string): void => void struckAt('after', machine, stream),
    clear: () => waiting.clear(),
  }
}
