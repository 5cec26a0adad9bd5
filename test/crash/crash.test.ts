import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { crashRounds } from './rounds.ts'

const rounds = Number(process.env.CRASH_ROUNDS ?? 5)

test(`nothing acknowledged is lost when the service is killed ${rounds} times under load, and its jobs finish afterwards`, async () => {
  const report = await crashRounds(rounds, line => console.log(line))
  assert.equal(report.faults, [])
  assert.ok(
    report.acknowledged > rounds * 5,
    `only ${report.acknowledged} commands were acknowledged: the load did not load`,
  )
})

test.run()
