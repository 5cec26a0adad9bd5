import { quantile } from '../numbers.ts'
import { drive } from './connection.ts'
import { requestsOf, type Target, type Work } from './requests.ts'

/** A load: the number of connections per kind of work, and the duration. */
export type Load = {
  readonly target: Target
  readonly connections: Partial<Record<Work, number>>
  readonly seconds: number
  readonly run: number
}
/** `answered`: status 200; `failed`: any other. Latencies in milliseconds. */
export type Measured = {
  readonly perSecond: number
  readonly answered: number
  readonly failed: number
  readonly p50: number
  readonly p99: number
}
export type LoadResult = Partial<Record<Work, Measured>>

const runWork = async (work: Work, connections: number, { target, seconds, run }: Load): Promise<Measured> => {
  const latencies: number[] = []
  let failed = 0
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  const onAnswer = (status: number, milliseconds: number) => {
    if (status === 200) latencies.push(milliseconds)
    else failed++
  }
  const driven = Array.from({ length: connections }, (_, i) =>
    drive(target.port, requestsOf(work, { ...target, run, connections }, i), () => until, onAnswer),
  )
  await Promise.all(driven)
  const took = (performance.now() - startedAt) / 1000
  const answered = latencies.length
  return { perSecond: answered / took, answered, failed, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) }
}

// a separate process, so that the load costs the same for every contestant
process.on('message', (load: Load) => {
  const works = Object.entries(load.connections) as [Work, number][]
  Promise.all(works.map(async ([work, connections]) => [work, await runWork(work, connections, load)] as const)).then(
    results => process.send?.({ result: Object.fromEntries(results) }),
    error => process.send?.({ fault: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
