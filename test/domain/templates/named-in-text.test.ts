import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { namedInText } from '../../../src/domain/templates/named-in-text.ts'
import { plainText } from '../../../src/domain/templates/plain-text.ts'

const colors = (...lines: string[]): string[] =>
  namedInText(lines).colors.map(({ hex, hint }) => `${hint ?? '-'} ${hex}`)
const fonts = (...lines: string[]): string[] =>
  namedInText(lines).fonts.map(({ family, role, weight }) => `${role ?? '-'} ${family} ${weight}`)

test('a color has the role that is named before it, after it, or in the line above', () => {
  assert.equal(colors('Primary: #1F6B4A, accent #E07', 'Background', '#faf6ec'), [
    'primary #1f6b4a',
    'accent #ee0077',
    'background #faf6ec',
  ])
  assert.equal(colors('#16324f is our secondary color', 'Ticket #123456 was closed'), [
    'secondary #16324f',
    '- #123456',
  ])
})

test('what only looks like a color is none', () => assert.equal(colors('#12345 #1234567 #ggg a#b C#'), []))

test('fonts are found by name, with what they are for and their weight', () => {
  assert.equal(fonts('Headings: Playfair Display Bold. Body text in Source Sans Pro.', 'Lora'), [
    'heading Playfair Display 700',
    'body Source Sans Pro 400',
    '- Lora 400',
  ])
  assert.equal(fonts('an outfit of a rare futura'), [])
})

test('a text of a customer becomes one line without control characters', () => {
  assert.is(plainText(' a\u0000b\n\u202ec\ufeff  d\ud800 ', 100), 'a b c d')
  assert.is(plainText('one two three', 9), 'one two…')
  assert.is(plainText('😀'.repeat(9), 4), '😀…')
})

test.run()
