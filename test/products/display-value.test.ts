import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { displayValue } from '../../src/products/product-content.ts'

const shown: readonly (readonly [content: string, shown: string])[] = [
  ['Terracotta  <b class="x">Pot</b>\n\t<br/>large', 'Terracotta Pot large'],
  ['<!-- old --><p>Spade</p>', 'Spade'],
  ['Pots < 5 kg, pans > 2 kg', 'Pots < 5 kg, pans > 2 kg'],
  ['I <3 tea <i>and</i> cake > pie', 'I <3 tea and cake > pie'],
  ['<<b>script>', '< script>'],
]
for (const [content, wanted] of shown)
  test(`products are shown without markup, and with all of their text: ${content}`, () =>
    assert.is(displayValue(content), wanted))

test.run()
