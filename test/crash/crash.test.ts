import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { crashRounds } from './rounds.ts'

const rounds = Number(process.env.CRASH_ROUNDS ?? 5)

test(`loses no acknowledged command when killed ${rounds} times under load, and finishes its jobs afterwards`, async () => {
  const report = await crashRounds(rounds, line => console.log(line))
  assert.equal(report.faults, [])
  assert.ok(
    report.acknowledged > rounds * 5,
    `only ${report.acknowledged} commands were acknowledged: there was no real load`,
  )
})

test.run()
