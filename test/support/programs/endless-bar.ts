import { progressOf } from '../../../src/cli/progress.ts'

// A command with a bar on a terminal that goes on until a signal ends it; with an argument it has a way of its own to end.
if (process.argv[2] !== undefined) process.once('SIGINT', () => process.exit(7))
Object.assign(process.stderr, { isTTY: true, columns: 80 })
progressOf('ended', 2).end()
progressOf('endless', 2).step(1, 'begun')
setInterval(() => undefined, 1_000)
console.log('running')
