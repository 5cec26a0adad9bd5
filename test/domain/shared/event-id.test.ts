import fc from 'fast-check'
import { v5 } from 'uuid'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { eventIdOf } from '../../../src/domain/shared/event-id.ts'

test('the id of an event is the UUID v5 that it has always been', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.string(), (commandId, name) => {
      assert.is(eventIdOf(commandId, name), v5(name, commandId))
    }),
  )
})

test.run()
