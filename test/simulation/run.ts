import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { type FaultKind, faultKinds } from './faults.ts'
import { type Report, simulate } from './simulate.ts'
import { simulateAll } from './threads.ts'

/**
 * Simulates many seeds: `npm run test:simulation -- --seeds 5000`. `--seed 17` repeats one, and prints what happens; `--from 1001`
 * begins elsewhere; `--only kills,stalls` lets only these things go wrong; `--threads 2` says how many run at once.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    only: { type: 'string' },
    threads: { type: 'string', default: String(availableParallelism()) },
  },
})

const kindsIn = (text: string): readonly FaultKind[] =>
  text.split(',').map(name => {
    const kind = faultKinds.find(k => k === name)
    if (kind === undefined) throw new Error(`--only takes ${faultKinds.join(', ')}; not ${name}`)
    return kind
  })
const only = values.only === undefined ? undefined : kindsIn(values.only)

const whole = (name: 'seed' | 'seeds' | 'from' | 'threads', text: string): number => {
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`--${name} takes a whole number, not ${text}`)
  return number
}

const described = ({ seed, kinds, failures, fingerprint }: Report): string =>
  [
    `seed ${seed} (${kinds.join(', ') || 'no faults'}; ${fingerprint}): ${failures.length === 0 ? 'as promised' : ''}`,
    ...failures.map(failure => `  ${failure}`),
  ].join('\n')
const again = ({ seed }: Report) =>
  `  repeat it: npm run test:simulation -- --seed ${seed}${values.only === undefined ? '' : ` --only ${values.only}`}`

const runOne = async (seed: number): Promise<readonly Report[]> => {
  const report = await simulate({ seed, only, onNote: line => console.log(line) })
  console.log(described(report))
  return [report]
}

const runMany = async (from: number, seeds: number): Promise<readonly Report[]> => {
  const reports: Report[] = []
  const all = Array.from({ length: seeds }, (_, i) => from + i)
  await simulateAll(all, only, whole('threads', values.threads), report => {
    reports.push(report)
    if (report.failures.length > 0) console.log(`${described(report)}\n${again(report)}`)
    if (reports.length % 100 === 0) console.log(`${reports.length} of ${seeds} seeds`)
  })
  return reports
}

const reports =
  values.seed === undefined
    ? await runMany(whole('from', values.from), whole('seeds', values.seeds))
    : await runOne(whole('seed', values.seed))

const sum = (pick: (report: Report) => number) => reports.reduce((total, report) => total + pick(report), 0)
const failed = reports.filter(({ failures }) => failures.length > 0).map(({ seed }) => seed)
console.log(
  `${reports.length} seeds: ${sum(r => r.requests)} requests, ${sum(r => r.accepted)} accepted, ${sum(r => r.events)} events, ` +
    `${Math.round(sum(r => r.lasted) / 60_000)} virtual minutes; ${failed.length} failed${failed.length > 0 ? `: ${failed.sort((a, b) => a - b).join(', ')}` : ''}`,
)
process.exitCode = failed.length === 0 && reports.length > 0 ? 0 : 1
