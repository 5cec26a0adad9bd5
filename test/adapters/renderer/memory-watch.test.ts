import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { excess, type Measured } from '../../../src/adapters/renderer/process/memory-watch.ts'

const bounds = { page: 100, all: 200 }
let pid = 0
const page = (bytes: number): Measured => ({ pid: ++pid, bytes, isPage: true })
const browser = (bytes: number): Measured => ({ pid: ++pid, bytes, isPage: false })
const nothing = { pages: [] }

test('within its bounds nothing ends', () => assert.equal(excess([[browser(60), page(100)]], bounds), nothing))

test('a page above its bound ends', () => {
  const large = page(101)
  assert.equal(excess([[browser(10), large, page(20)]], bounds), { pages: [large] })
})

test('if all are above their bound, the largest page ends, or Chromium if no page holds much', () => {
  const large = page(60)
  assert.equal(excess([[browser(100), large, page(50)]], bounds), { pages: [large] })
  const chromium = [browser(100), page(50), page(50), page(50)]
  assert.equal(excess([chromium], bounds), { pages: [], chromium })
})

test('a page that is drawn by itself counts with the others, and the largest of all ends', () => {
  const [shared, alone] = [
    [browser(40), page(55)],
    [browser(40), page(90)],
  ]
  assert.equal(excess([shared, alone], bounds), { pages: [alone[1]] })
})

test('if no page holds much, the larger Chromium ends', () => {
  const [larger, smaller] = [
    [browser(120), page(40)],
    [browser(40), page(40)],
  ]
  assert.equal(excess([smaller, larger], bounds), { pages: [], chromium: larger })
})

test.run()
