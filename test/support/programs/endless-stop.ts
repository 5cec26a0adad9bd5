import { pino } from 'pino'
import { endOnSignals, stopSteps } from '../../../src/node/stopping.ts'

// A process like a node, one of whose jobs never ends; it may take this many milliseconds to stop.
const steps = stopSteps(pino({ base: null }), Number(process.argv[2]))
steps.add('the stores', () => console.log('the stores were closed'))
steps.add('jobs', () => new Promise(() => undefined))
endOnSignals(steps.stop)
setInterval(() => undefined, 1_000)
console.log('running')
