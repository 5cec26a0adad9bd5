import './ambient.ts'
import { parentPort } from 'node:worker_threads'
import { scenarios } from './scenarios/once.ts'
import { play } from './scenarios/play.ts'
import { type Options, simulate } from './simulate.ts'

/** Simulates the seeds and scenarios that it receives, one after the other, and sends the result of each. */
export type Wanted = { readonly seed: Options } | { readonly scenario: string }

const port = parentPort
if (!port) throw new Error('worker.ts runs in a worker thread')

const strays: string[] = []
process.on('unhandledRejection', error => void strays.push(`unhandled rejection: ${error}`))

const playNamed = async (name: string): Promise<readonly string[]> => {
  const scenario = scenarios.find(s => s.name === name)
  if (!scenario) throw new Error(`there is no scenario ${name}`)
  return play(scenario)
}

port.on('message', async (wanted: Wanted) => {
  if ('scenario' in wanted) return port.postMessage([...(await playNamed(wanted.scenario)), ...strays.splice(0)])
  const report = await simulate(wanted.seed)
  port.postMessage({ ...report, failures: [...report.failures, ...strays.splice(0)] })
})
