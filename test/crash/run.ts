import { endsBySignals } from '../runner/ends-by-signals.ts'
import { crashRounds } from './rounds.ts'

endsBySignals()
const rounds = Number(process.argv[2] ?? 200)
const report = await crashRounds(rounds, line => console.log(line))
for (const fault of report.faults) console.log(fault)
console.log(`${report.rounds} kills, ${report.acknowledged} acknowledged commands, ${report.faults.length} faults`)
process.exitCode = report.faults.length === 0 && report.acknowledged > 0 ? 0 : 1
