import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { NameFinding, NameSource } from '../../../src/domain/templates/brand-findings.ts'
import { brandName, nameInHost } from '../../../src/domain/templates/brand-name.ts'

type Said = Partial<Record<NameSource, string>>
const nameOf = (said: Said, retailer?: string): string =>
  brandName(
    Object.entries(said).map(([source, text]): NameFinding => ({ source: source as NameSource, text })),
    retailer,
  )

const cases: readonly (readonly [said: Said, name: string, retailer?: string])[] = [
  // of two parts the one that something else confirms, wherever it is
  [{ title: 'Alder & Moss | Home' }, 'Alder & Moss'],
  [{ title: 'Home – Alder & Moss' }, 'Alder & Moss'],
  [{ title: 'Startseite » Mühlenbäckerei' }, 'Mühlenbäckerei'],
  [{ title: 'Alder & Moss – Bread baked by hand', host: 'alderandmoss' }, 'Alder & Moss'],
  [{ title: 'Bread baked by hand – Alder & Moss', host: 'alder-moss' }, 'Alder & Moss'],
  [{ title: 'Fernhollow: Plants and pots', logo: 'Fernhollow logo' }, 'Fernhollow'],
  [{ title: 'Plants and pots - Fernhollow - Spring', organisation: 'Fernhollow GmbH' }, 'Fernhollow'],
  [{ title: 'Brot · Bäckerei Grün' }, 'Bäckerei Grün', 'Bäckerei Grün GmbH & Co. KG'],
  [{ title: 'Maison Élan – Parfums', host: 'maisonelan' }, 'Maison Élan'],
  [{ title: '手作りのパン｜山田ベーカリー' }, '山田ベーカリー', '山田ベーカリー'],
  [{ title: 'ホーム | 山田ベーカリー' }, '山田ベーカリー'],
  // what a site calls itself, unless everything else says otherwise
  [{ site: 'Fernhollow Garden', title: 'Plants | Fernhollow Garden Centre' }, 'Fernhollow Garden'],
  [{ site: 'Shopify', title: 'Luma – Lamps', host: 'luma' }, 'Luma'],
  [{ site: 'My site', title: 'Kiln and Clay' }, 'Kiln and Clay'],
  [{ site: 'Northlight', organisation: 'Northlight Holding AG', title: 'Home' }, 'Northlight'],
  [{ site: 'Welcome to Northlight', title: 'Northlight' }, 'Northlight'],
  [{ site: 'Tread | Official Online Store', title: 'Boots | Tread' }, 'Tread'],
  [{ application: 'Marlow', title: 'Tea – Marlow Teas', host: 'marlowteas' }, 'Marlow Teas', 'Marlow Teas'],
  // a name may be written in two parts
  [{ organisation: 'North – South', title: 'Home | North – South' }, 'North – South'],
  [{ document: 'Harbourlight Coffee Brand Guidelines' }, 'Harbourlight Coffee'],
  [{ document: 'Brand Guidelines – Harbourlight Coffee' }, 'Harbourlight Coffee'],
  // nothing that is a name
  [{ title: 'Home' }, ''],
  [{ title: 'React App', host: 'brand' }, ''],
  [{ title: '2024' }, ''],
  [{ host: 'alderandmoss' }, ''],
]
for (const [said, name, retailer] of cases)
  test(`is ${name === '' ? 'no name' : name} in ${JSON.stringify(said)}`, () => assert.is(nameOf(said, retailer), name))

test('the host of a page says its name without its domain', () => {
  const hosts = [
    'www.alder-moss.com',
    'shop.alder-moss.co.uk',
    'alder-moss.myshopify.com',
    '127.0.0.1',
    '[::1]',
    'localhost',
  ]
  assert.equal(hosts.map(nameInHost), ['alder-moss', 'alder-moss', 'alder-moss', '', '', ''])
})

test('a title of many parts costs little, and one of signs alone is no name', () => {
  assert.is(nameOf({ title: ' - '.repeat(50_000) }), '')
  assert.is(nameOf({ title: `${'a | '.repeat(50_000)}Fern` }), 'a')
})

test.run()
