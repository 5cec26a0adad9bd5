import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { freeItems } from '../../../src/engine/react/free-items.ts'
import { listWatch } from '../../../src/engine/react/list-watch.ts'
import type { Ports } from '../../../src/ports/ports.ts'
import type { ViewRef } from '../../../src/ports/read-models.ts'
import { twoHandedClock } from '../../support/memory/node.ts'
import { memoryReadModels } from '../../support/memory/read-models.ts'

const view: ViewRef = { name: 'to-do', version: 1, indexes: [['todo']] }
const test = suite('when a to-do list is looked at')

/** A list in read models that say what has changed. */
const watched = () => {
  const readModels = memoryReadModels()
  const clock = twoHandedClock()
  let mark = 0
  const put = (id: string, item: object) => {
    mark += 1
    readModels.put(view, id, { todo: 'open', ...item })
  }
  const ports = { readModels: { ...readModels, mark: () => String(mark) }, clock } as unknown as Ports
  const watch = listWatch(ports, view)
  const look = (freeAt?: number) => watch.looked(watch.begin(), () => freeAt)
  return { put, clock, watch, look }
}

test('a list that has not changed is not asked for again', async () => {
  const { put, watch, look } = watched()
  assert.ok(watch.isWorthALook(), 'nobody has looked yet')
  await look()
  assert.not.ok(watch.isWorthALook())
  put('a', {})
  assert.ok(watch.isWorthALook())
})

test('a change during a look is looked at', async () => {
  const { put, watch } = watched()
  const begun = watch.begin()
  put('a', {})
  await watch.looked(begun, () => undefined)
  assert.ok(watch.isWorthALook())
})

test('an item becomes due by the wall clock, whichever way it goes', async () => {
  const { put, clock, watch, look } = watched()
  put('a', { notBefore: new Date(clock.now().getTime() + 5_000).toISOString() })
  put('b', { notBefore: new Date(clock.now().getTime() + 9_000).toISOString() })
  await look()
  assert.not.ok(watch.isWorthALook())
  clock.jump(5_000)
  assert.ok(watch.isWorthALook())
  await look()
  assert.not.ok(watch.isWorthALook(), 'the next one is due later')
  clock.jump(4_000)
  assert.ok(watch.isWorthALook())
})

test('a holder that may be silent for too long is looked at in time', async () => {
  const { clock, watch, look } = watched()
  await look(clock.monotonic() + 15_000)
  clock.pass(14_999)
  assert.not.ok(watch.isWorthALook())
  clock.pass(1)
  assert.ok(watch.isWorthALook())
})

test('an item that becomes due or free during a look is looked at', async () => {
  const { put, clock, watch } = watched()
  put('a', { notBefore: new Date(clock.now().getTime() + 5_000).toISOString() })
  const begun = watch.begin()
  clock.jump(5_000)
  await watch.looked(begun, () => undefined)
  assert.ok(watch.isWorthALook(), 'due')

  const free = freeItems(clock.monotonic, { heldMs: 5_000, restMs: 1_000 })
  free.rest('a')
  const second = watch.begin()
  clock.pass(1_000)
  await watch.looked(second, free.nextAt)
  assert.ok(watch.isWorthALook(), 'free')
})

test('a look does not hide that a place became free during it', async () => {
  const { watch } = watched()
  const begun = watch.begin()
  watch.forget()
  await watch.looked(begun, () => undefined)
  assert.ok(watch.isWorthALook(), 'before it was noted')
  const noted = watch.looked(watch.begin(), () => undefined)
  watch.forget()
  await noted
  assert.ok(watch.isWorthALook(), 'while it was noted')
})

test('a backlog is counted again when an item became due during the count', async () => {
  const { put, clock, watch } = watched()
  const scheduled = { waiting: 0, scheduled: 1, running: 0, failed: 0 }
  const due = { waiting: 1, scheduled: 0, running: 0, failed: 0 }
  put('a', { notBefore: new Date(clock.now().getTime() + 5_000).toISOString() })
  const first = await watch.backlog(async () => {
    clock.jump(5_000)
    return scheduled
  })
  assert.equal(first, scheduled)
  assert.equal(await watch.backlog(async () => due), due)
})

test('a list is counted only when it has changed', async () => {
  const { put, watch } = watched()
  let asked = 0
  const backlog = { waiting: 0, scheduled: 0, running: 0, failed: 7 }
  const count = () =>
    watch.backlog(async () => {
      asked += 1
      return backlog
    })
  assert.equal([await count(), await count(), asked], [backlog, backlog, 1])
  put('a', {})
  assert.equal([await count(), asked], [backlog, 2])
})

test('where nobody says what has changed, every look is worth it', async () => {
  const readModels = memoryReadModels()
  const watch = listWatch({ readModels, clock: twoHandedClock() }, view)
  await watch.looked(watch.begin(), () => undefined)
  assert.ok(watch.isWorthALook())
})

test.run()
