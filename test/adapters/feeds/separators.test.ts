import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { separatorIn } from '../../../src/adapters/feeds/csv-rows.ts'

test('semicolons separate the cells where the header has none of the other separators', () => {
  assert.is(separatorIn('sku;price;name\r\na;1.234,56;"pots, two"\r\nb;2,5;pot\r\n'), ';')
  assert.is(separatorIn('\r\n\nsku;price\na;1,5\na;2,5\n'), ';', 'after empty lines')
  assert.is(separatorIn(`${'\n'.repeat(60_000)}sku;price\na;1,5\na;2,5\n`), ';', 'after many')
  assert.is(separatorIn('sku;price'), ';', 'a header alone')
  assert.is(separatorIn('"sku,number";price\na;1,5\n'), ';', 'a comma in quotes')
})

test('semicolons of texts are none', () => {
  assert.is(separatorIn('sku,name\na,x;y;z\nb,&amp;&amp;\n'), ',')
  assert.is(separatorIn('sku\tname; size\na\tx;y\n'), '\t')
  assert.is(separatorIn('sku\na;b\nc;d\n'), ',')
  assert.is(separatorIn('sku|name\n"a;b"|c\n'), '|')
})

test.run()
