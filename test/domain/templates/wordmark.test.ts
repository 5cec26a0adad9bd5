import * as fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { wordmarkHtml, wordmarkOf } from '../../../src/domain/templates/compose/wordmark.ts'

const wide = { width: 170, height: 40 }
const small = { width: 58, height: 28 }

test('a name is written whole, as large as its box allows', () => {
  const { text, size } = wordmarkOf('Fernhollow', wide)
  assert.is(text, 'Fernhollow')
  assert.ok(size > 20)
  assert.ok(wordmarkOf('Fernhollow', small).size < size)
})

test('a name that does not fit loses its legal form first, then gives way to its initials', () => {
  assert.is(wordmarkOf('Mühlenbäckerei GmbH & Co. KG', small).text, 'M')
  assert.is(wordmarkOf('Alder & Moss GmbH & Co. KG', small).text, 'Alder & Moss')
  assert.is(wordmarkOf('Donaudampfschifffahrtsgesellschaft', small).text, 'D')
  assert.is(wordmarkOf('Société Générale Internationale', small).text, 'SGI')
})

test('whoever does not see initials hears the name', () => {
  const html = wordmarkHtml('Donaudampfschifffahrtsgesellschaft "Ost"', small, '#111111')
  assert.match(html, 'aria-label="Donaudampfschifffahrtsgesellschaft &quot;Ost&quot;"')
  assert.match(html, '>DO</span>')
})

test('a wordmark holds whole words of its name or their initials, whatever the name', () => {
  const anyBox = fc.record({ width: fc.integer({ min: 1, max: 400 }), height: fc.integer({ min: 1, max: 200 }) })
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }), anyBox, (name, box) => {
      const { text, size } = wordmarkOf(name, box)
      const isInitials = text.length <= 6 && !name.startsWith(text)
      assert.ok(size >= 9)
      assert.ok(isInitials || name === text || name.startsWith(`${text} `) || text.length <= 3, `${name} → ${text}`)
    }),
  )
})

test.run()
