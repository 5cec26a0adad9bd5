import { readFileSync } from 'node:fs'

/** The bytes of a file in `cases`. */
export const fileOf = (name: string): Buffer => readFileSync(new URL(`cases/${name}`, import.meta.url))

/** A text, or what it must match. */
export type Expected = string | RegExp
export type ExpectedRow = Readonly<Record<string, Expected>>

/** A feed as merchants send it, and what must be read of it. */
export type FeedCase = {
  readonly name: string
  readonly bytes: Buffer
  readonly contentType: 'csv' | 'xml' | 'json'
  /** Default: id. */
  readonly keyColumn?: string
  /** What else the body has. */
  readonly more?: object
  /** All columns in their order. */
  readonly columns?: readonly string[]
  /** All rows; of each at least these cells. */
  readonly rows?: readonly ExpectedRow[]
  /** Instead of the first rows of many: how many there are. */
  readonly count?: number
  /** What the health of the source says; without: it has no warnings. */
  readonly warning?: RegExp
  /** What the health says was understood, at least. */
  readonly understood?: object
  /** Instead of rows: why the feed is refused. */
  readonly refused?: RegExp
}

const csv = (name: string, file: string, more: Partial<FeedCase>): FeedCase => ({
  name,
  bytes: fileOf(file),
  contentType: 'csv',
  ...more,
})
const tab = { csvSeparator: 'tab' } as const
const comma = { csvSeparator: 'comma' } as const
const semicolon = { csvSeparator: 'semicolon' } as const

const pots = {
  columns: ['id', 'title', 'price'],
  rows: [
    { id: 'P1', title: 'Pot', price: '12.00' },
    { id: 'P2', title: 'Pan', price: '24.00' },
  ],
} as const
const threePots = { ...pots, rows: [...pots.rows, { id: 'P3', title: 'Lid', price: '6.00' }] } as const
const twoTitles = {
  columns: ['id', 'title'],
  rows: [
    { id: 'P1', title: 'Pot' },
    { id: 'P2', title: 'Pan' },
  ],
} as const
const german = {
  columns: ['sku', 'name', 'Preis (inkl. MwSt., EUR)', 'bild'],
  keyColumn: 'sku',
  rows: [
    { sku: 'A1', name: 'Kanne', 'Preis (inkl. MwSt., EUR)': '19,90', bild: 'https://cdn.shop.example/a1.png' },
    { sku: 'A2', name: 'Tasse', 'Preis (inkl. MwSt., EUR)': '9,90', bild: 'https://cdn.shop.example/a2.png' },
  ],
  understood: semicolon,
} as const
const badByte = fileOf('a09-one-bad-byte/feed.csv')
const goodRows = Buffer.from(Array.from({ length: 1_000 }, (_, n) => `G${n},Glass ${n},1.00\n`).join(''))

export const textCases: readonly FeedCase[] = [
  csv('commas in the descriptions of a tab-separated feed stay in them', 'a01-tsv-commas-in-text/feed.txt', {
    columns: ['id', 'title', 'description', 'price', 'image_link', 'link'],
    rows: [
      {
        id: 'LMP-1',
        title: 'Desk lamp',
        description:
          'Warm, dimmable, bendable, light, in oak, ash, walnut, or black, with a long, woven, washable cord, a foot switch, and a spare bulb',
        price: '39.90 EUR',
        image_link: 'https://cdn.shop.example/1.png',
        link: 'https://shop.example/1',
      },
      { id: 'LMP-2', description: /^Tall, slim, .*, and with a dimmer$/, price: '129.00 EUR' },
    ],
    understood: tab,
  }),
  csv('pipes in category paths do not split a comma-separated feed', 'a02-csv-pipes-in-category/feed.csv', {
    columns: ['id', 'title', 'product_type', 'price'],
    rows: [
      { id: 'S1', product_type: 'Apparel|Men|Clothing|Shirts|Casual|Linen|Summer', price: '29.90' },
      { id: 'S2', product_type: 'Apparel|Women|Clothing|Skirts|Casual|Denim|Summer', price: '39.90' },
    ],
    understood: comma,
  }),
  csv(
    'a comma in one header name does not split a semicolon-separated feed',
    'a03-semicolons-comma-in-header/feed.csv',
    german,
  ),
  csv('a person can choose the semicolon', 'a03-semicolons-comma-in-header/feed.csv', { ...german, more: semicolon }),
  csv('inch marks and quoted words stay in the titles of a tab-separated feed', 'a04-tsv-inch-marks/feed.txt', {
    columns: ['id', 'title', 'price'],
    rows: [
      { id: 'TV1', title: '55" OLED TV', price: '999.00 EUR' },
      { id: 'TV2', title: 'Monitor 27" curved', price: '299.00 EUR' },
      { id: 'TV3', title: '"Studio" speaker', price: '149.00 EUR' },
    ],
    understood: tab,
  }),
  csv('no row is lost where only the header ends with CRLF', 'a05-crlf-header-lf-rows/feed.csv', threePots),
  csv('no value ends in CR where only the rows end with CRLF', 'a06-lf-header-crlf-rows/feed.csv', {
    columns: ['id', 'title', 'image_link'],
    rows: [
      { id: 'P1', image_link: 'https://cdn.shop.example/p1.png' },
      { id: 'P2', image_link: 'https://cdn.shop.example/p2.png' },
      { id: 'P3', image_link: 'https://cdn.shop.example/p3.png' },
    ],
  }),
  csv('the line sep=; of Excel is not the header', 'a07-sep-line-of-excel/feed.csv', {
    columns: ['id', 'title', 'price'],
    rows: [
      { id: 'P1', title: 'Topf', price: '12,00' },
      { id: 'P2', title: 'Pfanne', price: '24,00' },
    ],
    understood: semicolon,
  }),
  csv('the only real file in a ZIP by macOS is read', 'a08-zip-of-folder-by-mac/feed.zip', pots),
  csv('one bad byte in four rows is refused with its line and an encoding', 'a09-one-bad-byte/feed.csv', {
    refused: /line 4\b.*(?:CP1252|iso_8859_1)/s,
  }),
  csv('one bad byte among a thousand rows costs no row', 'a09-one-bad-byte/feed.csv', {
    bytes: Buffer.concat([badByte, goodRows]),
    columns: ['id', 'title', 'price'],
    rows: [
      { id: 'P1', title: 'Pot', price: '12.00' },
      { id: 'P2', title: 'Pan', price: '24.00' },
      { id: 'P3', title: 'Caf\uFFFD cup', price: '6.00' },
      { id: 'P4', title: 'Crème jug', price: '9.00' },
    ],
    count: 1_004,
    warning: /line 4\b.*column/i,
  }),
  csv('the end-of-file mark of DOS is not a product', 'a10-dos-end-of-file/feed.csv', twoTitles),
  csv('lines of an old Mac, which end with CR, are rows', 'a11-old-mac-cr/feed.csv', twoTitles),
  csv('all members of a gzip file are read', 'a12-gzip-two-members/feed.csv.gz', {
    columns: ['id', 'title'],
    rows: [
      { id: 'P1', title: 'Pot' },
      { id: 'P2', title: 'Pan' },
      { id: 'P3', title: 'Lid' },
    ],
  }),
  csv('doubled quotes and line breaks within cells stay', 'a13-csv-newlines-quotes-bom/feed.csv', {
    columns: ['id', 'title', 'description'],
    rows: [
      { id: 'P1', title: 'Pot 5"', description: /^line one\r?\nline two, with comma$/ },
      { id: 'P2', title: 'Pan', description: 'plain' },
    ],
  }),
  csv('one malformed quote costs its row, not the file', 'a14-csv-one-bad-quote/feed.csv', {
    columns: ['id', 'title', 'price'],
    rows: [
      { id: 'P1', title: 'Pot', price: '12.00' },
      { id: 'P3', title: 'Lid', price: '6.00' },
    ],
    warning: /line 3\b/i,
  }),
  csv('a padding of NUL bytes is not a product', 'a15-nul-padded/feed.csv', twoTitles),
  csv('keys stay as they are written', 'a16-ids-with-spaces-case/feed.csv', {
    columns: ['id', 'title'],
    rows: [
      { id: '0012345678905', title: 'Pot' },
      { id: ' 0012345678905', title: 'Pot again' },
      { id: 'abc', title: 'Pan' },
      { id: 'ABC', title: 'Pan upper' },
      { id: '1.23E+12', title: 'Sci' },
    ],
  }),
  csv('an HTML page instead of the feed is named as such', 'a17-html-instead/feed.csv', { refused: /HTML/ }),
  csv('columns may have blanks in their names', 'a18-header-spaces-google/feed.txt', {
    columns: ['id', 'title', 'image link', 'sale price'],
    rows: [
      { id: 'P1', 'image link': 'https://cdn.shop.example/p1.png', 'sale price': '9.90 EUR' },
      { id: 'P2', 'image link': 'https://cdn.shop.example/p2.png', 'sale price': '19.90 EUR' },
    ],
    understood: tab,
  }),
  csv('all image addresses stay in their cell', 'a19-tsv-pipes-no/feed.txt', {
    columns: ['id', 'title', 'additional_image_link'],
    rows: [
      {
        id: 'P1',
        additional_image_link:
          'https://c.example/1.png,https://c.example/2.png,https://c.example/3.png,https://c.example/4.png',
      },
      {
        id: 'P2',
        additional_image_link:
          'https://c.example/5.png,https://c.example/6.png,https://c.example/7.png,https://c.example/8.png',
      },
    ],
    understood: tab,
  }),
  csv(
    'decimal commas stay in the prices of a semicolon-separated feed',
    'a20-semicolons-decimal-comma-no-header-comma/feed.csv',
    {
      columns: ['id', 'title', 'price'],
      rows: [
        { id: 'P1', title: 'Pot', price: '12,00' },
        { id: 'P2', title: 'Pan', price: '24,00' },
      ],
      understood: semicolon,
    },
  ),
  csv(
    'pipes in one header name do not split a semicolon-separated feed',
    'a21-semicolons-one-pipe-in-header/feed.csv',
    {
      columns: ['id', 'title', 'product_type (a|b|c)', 'price'],
      rows: [
        { id: 'P1', 'product_type (a|b|c)': 'Home|Kitchen', price: '12,00' },
        { id: 'P2', 'product_type (a|b|c)': 'Home|Kitchen', price: '24,00' },
      ],
      understood: semicolon,
    },
  ),
  csv('no row is lost where the line ending changes in the middle', 'a22-mixed-later/feed.csv', {
    ...threePots,
    rows: [...threePots.rows, { id: 'P4', title: 'Jug', price: '9.00' }, { id: 'P5', title: 'Cup', price: '3.00' }],
  }),
  csv(
    'quoted cells at the end of a line are read with mixed line endings',
    'a23-quoted-last-cell-mixed/feed.csv',
    pots,
  ),
  csv('the feed beside a Thumbs.db in a ZIP is read', 'a24-zip-with-thumbs/feed.zip', {
    ...pots,
    rows: [pots.rows[0]],
  }),
  csv('a comment before the header is skipped', 'a25-comment-lines/feed.csv', { ...pots, rows: [pots.rows[0]] }),
  csv('a person can have the first line skipped', 'a25-comment-lines/feed.csv', {
    ...pots,
    rows: [pots.rows[0]],
    more: { skipLines: 1 },
  }),
  csv('the Unicode text of Excel is read without a setting', 'u01-utf16le-tsv-of-excel/feed.txt', {
    columns: ['id', 'title'],
    rows: [
      { id: 'P1', title: 'Топф' },
      { id: 'P2', title: 'Pfanne' },
    ],
    understood: { ...tab, characterEncoding: 'utf_16le' },
  }),
  csv('UTF-16 big endian is read without a setting', 'u02-utf16be/feed.csv', {
    columns: ['id', 'title'],
    rows: [{ id: 'P1', title: 'Topf' }],
    understood: { ...comma, characterEncoding: 'utf_16be' },
  }),
  csv('a person can choose UTF-16 big endian', 'u02-utf16be/feed.csv', {
    columns: ['id', 'title'],
    rows: [{ id: 'P1', title: 'Topf' }],
    more: { characterEncoding: 'utf_16be' },
  }),
]

const xml = (name: string, file: string, more: Partial<FeedCase>): FeedCase => ({
  name,
  bytes: fileOf(file),
  contentType: 'xml',
  ...more,
})
const google = { keyColumn: 'g_id', understood: { rowXPath: '/rss/channel/item' } } as const
const item = (id: string, title: string) => ({
  g_id: id,
  title,
  g_price: '12.50 EUR',
  g_image_link: `https://cdn.shop.example/${id}.png`,
})
const shippings = { g_shipping_g_country: 'DE,AT', g_shipping_g_price: '4.90 EUR,6.90 EUR' }
const catalogue = (id: string) => fileOf('x09-doctype-xml/feed.xml').toString().replace('SYSTEM "shops.dtd"', id)

export const xmlCases: readonly FeedCase[] = [
  xml('the only product is the row, not its shippings', 'x01-google-one-item-two-shippings/feed.xml', {
    ...google,
    rows: [{ ...item('ONE', 'Only product'), ...shippings }],
  }),
  xml('values that repeat within a product are joined', 'x03-google-many-shippings/feed.xml', {
    ...google,
    rows: [
      { ...item('A', 'First'), ...shippings },
      { ...item('B', 'Second'), ...shippings },
    ],
  }),
  xml('an entity that XML does not know is refused with line and column', 'x04-nbsp-entity/feed.xml', {
    ...google,
    refused: /\b3:\d+|line 3\b.*column \d+/i,
  }),
  xml('a character that XML does not allow is refused with line and column', 'x05-vertical-tab/feed.xml', {
    ...google,
    refused: /\b3:\d+|line 3\b.*column \d+/i,
  }),
  xml('the encoding of the XML declaration is used', 'x06-latin1-prolog/feed.xml', {
    ...google,
    rows: [item('A', 'Crème brûlée'), item('B', 'Second')],
  }),
  xml('entities that were escaped twice are counted, and stay', 'x07-double-escaped/feed.xml', {
    ...google,
    rows: [item('A', 'Cerv&eacute;lo bike'), item('B', 'Salt &amp; pepper')],
    warning: /\b2\b.*escaped|escaped.*\b2\b/i,
  }),
  xml('the entries of an Atom feed are the rows, not its links', 'x08-atom-entries/feed.xml', {
    keyColumn: 'g_id',
    rows: [
      { g_id: 'A', g_title: 'First' },
      { g_id: 'B', g_title: 'Second' },
    ],
    understood: { rowXPath: '/feed/entry' },
  }),
  xml('a catalogue with a DOCTYPE is read', 'x09-doctype-xml/feed.xml', {
    columns: ['id', 'name', 'price'],
    rows: [
      { id: '1', name: 'Pot', price: '10' },
      { id: '2', name: 'Pan', price: '20' },
    ],
    understood: { rowXPath: '/yml_catalog/shop/offers/offer' },
  }),
  xml('a DOCTYPE that declares entities is refused', 'x09-doctype-xml/feed.xml', {
    bytes: Buffer.from(catalogue('[<!ENTITY pot "Pot">]')),
    refused: /DOCTYPE/,
  }),
  xml('XML in UTF-16 is read without a setting', 'x10-utf16-xml/feed.xml', {
    ...google,
    rows: [item('A', 'Ключ'), item('B', 'Zweite')],
    understood: { rowXPath: '/rss/channel/item', characterEncoding: 'utf_16le' },
  }),
  xml('the offers are the rows, not the categories before them', 'x11-categories-before-offers/feed.xml', {
    columns: ['id', 'name', 'price'],
    rows: [
      { id: 'P1', name: 'Pot', price: '10' },
      { id: 'P2', name: 'Pan', price: '20' },
    ],
    understood: { rowXPath: '/catalog/shop/offers/offer' },
  }),
]

const json = (name: string, file: string, more: Partial<FeedCase>): FeedCase => ({
  name,
  bytes: fileOf(file),
  contentType: 'json',
  ...more,
})

export const jsonCases: readonly FeedCase[] = [
  json('numbers keep the text that the file has for them', 'j01-decimals/feed.json', {
    columns: ['id', 'price', 'was', 'rating', 'weight'],
    rows: [
      { id: 'P1', price: '19.90', was: '20.00', rating: '4.0', weight: '0.50' },
      { id: 'P2', price: '1299.00', was: '1e3', rating: '4.5', weight: '12.345678901234567890' },
    ],
  }),
  json('the products are the rows, not the links beside them', 'j02-links-beside-data/feed.json', {
    ...threePots,
    understood: { rowXPath: '/data/products' },
  }),
  json('a value that JSON does not know is refused with its row', 'j03-nan/feed.json', { refused: /row [2]\b/i }),
  json('a single product is a row, never its images', 'j04-one-product-with-variants/feed.json', {
    rows: [{ id: 'P1', title: 'Pot', variants: /P1-S.*10\.00.*P1-L.*14\.00/, images: /1\.png.*2\.png.*3\.png/ }],
  }),
  json('long numbers keep all their digits', 'j05-big-ints/feed.json', {
    columns: ['id', 'gtin', 'variants'],
    rows: [
      { id: '40509592436922123456', gtin: '0012345678905', variants: /9007199254740993/ },
      { id: '12', gtin: '' },
    ],
    understood: { rowXPath: '/products' },
  }),
  json('the errors beside an empty list are not rows', 'j06-error-beside-empty/feed.json', {
    refused: /no (?:rows?|products?|records?)\b/i,
  }),
  json('products keyed by their ids keep them in a column', 'j07-keyed-by-id/feed.json', {
    keyColumn: 'key',
    rows: [
      { key: 'P1', title: 'Pot', price: '12.00' },
      { key: 'P2', title: 'Pan', price: '24.00' },
    ],
  }),
]
