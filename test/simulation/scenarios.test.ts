import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { scenarios } from './scenarios/once.ts'
import { playInThread } from './threads.ts'

for (const { name } of scenarios) test(name, async () => assert.equal(await playInThread(name), []))

test.run()
