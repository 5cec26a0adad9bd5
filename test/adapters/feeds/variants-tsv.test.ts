import { testVariants, type Variant } from '../../support/feeds/variants.ts'

const it = ['id', 'title'] as const
const itp = ['id', 'title', 'price'] as const
const p1 = ['P1', 'Pot'] as const
const p2 = ['P2', 'Pan'] as const
const two = [it, p1, p2] as const
const after = (line: string) => `${line}\nid\ttitle\nP1\tPot\nP2\tPan\n`
const times = (count: number, text: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => text(n)).join('')
const tab = { csvSeparator: 'tab' } as const
/** Two rows whose second cell of the first is this. */
const titled = (title: string) => `id\ttitle\nP1\t${title}\nP2\tPan\n`
const reads = (title: string) => [it, ['P1', title], p2] as const

const quotes: readonly Variant[] = [
  { name: 'an inch mark at the end', bytes: titled('Monitor 27"'), read: reads('Monitor 27"') },
  { name: 'an inch mark in the middle', bytes: titled('Monitor 27" curved'), read: reads('Monitor 27" curved') },
  { name: 'an inch mark at the begin', bytes: titled('" is an inch'), read: reads('" is an inch') },
  { name: 'two inch marks', bytes: titled('3" x 5"'), read: reads('3" x 5"') },
  { name: 'a cell that is one quote', bytes: titled('"'), read: reads('"') },
  { name: 'a title that begins with a quoted word', bytes: titled('"Studio" pot'), read: reads('"Studio" pot') },
  { name: 'a title that ends with a quoted word', bytes: titled('Pot "Studio"'), read: reads('Pot "Studio"') },
  {
    // the quotes within are not doubled, so all of them are data
    name: 'a title between two quoted words',
    bytes: titled('"Studio" and "Loft"'),
    read: reads('"Studio" and "Loft"'),
  },
  {
    name: 'a quoted title with an inch mark that is not doubled',
    bytes: titled('"Pot 5" red"'),
    read: reads('"Pot 5" red"'),
  },
  { name: 'a quoted title with doubled quotes', bytes: titled('"Pot ""big"" red"'), read: reads('Pot "big" red') },
  { name: 'a quoted title', bytes: titled('"Pot"'), read: reads('Pot') },
  { name: 'an empty quoted cell', bytes: titled('""'), read: reads('') },
  { name: 'a cell of one doubled quote in quotes', bytes: titled('""""'), read: reads('"') },
  { name: 'a tab within a quoted cell', bytes: titled('"Pot\tred"'), read: reads('Pot\tred') },
  { name: 'a line break within a quoted cell', bytes: titled('"Pot\nred"'), read: reads('Pot\nred') },
  {
    name: 'CRLF within a quoted cell',
    bytes: 'id\ttitle\r\nP1\t"Pot\r\nred"\r\nP2\tPan\r\n',
    read: reads('Pot\r\nred'),
  },
  {
    name: 'a quote at the begin of a cell that swallows nothing, although another one has a quote later',
    bytes: 'id\ttitle\tprice\nP1\t"Pot\t1\nP2\tPan\t2\nP3\tLid 5" red\t3\n',
    read: [itp, ['P1', '"Pot', '1'], ['P2', 'Pan', '2'], ['P3', 'Lid 5" red', '3']],
  },
  {
    name: 'a quote at the begin of a cell, and none later',
    bytes: `id\ttitle\tprice\nP1\t"Pot\t1\n${times(500, n => `G${n}\tGlass\t2\n`)}`,
    read: [itp, ['P1', '"Pot', '1'], ['G0', 'Glass', '2']],
    count: 501,
  },
  { name: 'a header in quotes', bytes: '"id"\t"title"\nP1\tPot\nP2\tPan\n', read: two },
  { name: 'everything in quotes', bytes: '"id"\t"title"\r\n"P1"\t"Pot"\r\n"P2"\t"Pan"\r\n', read: two },
  {
    name: 'seconds and inches in one row',
    bytes: 'id\ttitle\tsize\nP1\t5\'10" pole\t5\'10"\nP2\tPan\t"\n',
    read: [
      ['id', 'title', 'size'],
      ['P1', '5\'10" pole', '5\'10"'],
      ['P2', 'Pan', '"'],
    ],
  },
]

const separators: readonly Variant[] = [
  {
    name: 'Google Merchant: many commas, semicolons and pipes in the cells',
    bytes: `id\ttitle\tdescription\tproduct_type\n${times(300, n => `P${n}\tPot\ta, b, c; d, e; f, g, h\tHome | Kitchen | Pots | Red\n`)}`,
    read: [
      ['id', 'title', 'description', 'product_type'],
      ['P0', 'Pot', 'a, b, c; d, e; f, g, h', 'Home | Kitchen | Pots | Red'],
    ],
    count: 300,
  },
  {
    name: 'exactly one comma in each cell of each row and of the header',
    bytes: 'id\tname, long\tprice, net\nP1\tPot, red\t1,50\nP2\tPan, black\t2,50\n',
    read: [
      ['id', 'name, long', 'price, net'],
      ['P1', 'Pot, red', '1,50'],
      ['P2', 'Pan, black', '2,50'],
    ],
  },
  {
    name: 'decimal commas in all prices',
    bytes: 'id\tprice\tsale\nP1\t1,50\t1,20\nP2\t2,50\t2,20\n',
    read: [
      ['id', 'price', 'sale'],
      ['P1', '1,50', '1,20'],
      ['P2', '2,50', '2,20'],
    ],
  },
  { name: 'a key alone and a comma', bytes: 'id\ttitle\nP1\ta,b\n', read: [it, ['P1', 'a,b']] },
  {
    name: 'image lists with commas and one with pipes',
    bytes: 'id\timages\nP1\ta.png,b.png,c.png\nP2\ta.png|b.png|c.png\n',
    read: [
      ['id', 'images'],
      ['P1', 'a.png,b.png,c.png'],
      ['P2', 'a.png|b.png|c.png'],
    ],
  },
  {
    name: 'shipping groups with colons and commas',
    bytes: 'id\tshipping\nP1\tDE::Standard:4.90 EUR,AT::Standard:6.90 EUR\nP2\tDE:::0 EUR,AT:::0 EUR\n',
    read: [
      ['id', 'shipping'],
      ['P1', 'DE::Standard:4.90 EUR,AT::Standard:6.90 EUR'],
      ['P2', 'DE:::0 EUR,AT:::0 EUR'],
    ],
  },
  { name: 'sep= and a tab, before the header', bytes: after('sep=\t'), read: two },
  { name: 'a comment with commas before the header', bytes: after('# made, today, by, shop'), read: two },
  { name: 'a comment with tabs before the header', bytes: after('# made\ttoday\tby'), read: two },
  { name: 'a header that begins with #', bytes: '#id\ttitle\nP1\tPot\n', key: '#id', read: [['#id', 'title'], p1] },
  {
    name: 'a person chose the tab',
    bytes: 'id\ttitle, and, more\nP1\tPot\n',
    format: tab,
    read: [['id', 'title, and, more'], p1],
  },
  {
    name: 'a person chose the tab: the header is a column alone',
    bytes: 'id\nP1,a\nP2,b\n',
    format: tab,
    read: [['id'], ['P1,a'], ['P2,b']],
  },
]

const rows: readonly Variant[] = [
  { name: 'a header alone has no rows', bytes: 'id\ttitle\n', refused: /no rows/i },
  {
    name: 'empty cells at the end of rows',
    bytes: 'id\ttitle\tprice\nP1\tPot\t\nP2\t\t\n',
    read: [itp, ['P1', 'Pot', ''], ['P2', '', '']],
  },
  {
    name: 'an empty first column that is not the key',
    bytes: 'x\tid\n\tP1\n\tP2\n',
    read: [
      ['x', 'id'],
      ['', 'P1'],
      ['', 'P2'],
    ],
  },
  { name: 'rows of tabs alone are no rows', bytes: 'id\ttitle\nP1\tPot\n\t\nP2\tPan\n\t\n', read: two },
  { name: 'blank lines are no rows', bytes: 'id\ttitle\n\nP1\tPot\n\r\nP2\tPan\n\n\n', read: two },
  {
    name: 'a row that lacks cells is kept, and named',
    bytes: 'id\ttitle\tprice\nP1\tPot\t1\nP2\tPan\nP3\tLid\t3\n',
    read: [itp, ['P1', 'Pot', '1'], ['P2', 'Pan', ''], ['P3', 'Lid', '3']],
    faults: [/line 3\b/i],
  },
  {
    name: 'a line break that is not quoted breaks its row in two, and the parts are named',
    bytes: 'id\ttitle\tprice\nP1\tPot\nred\t1\nP2\tPan\t2\n',
    read: [itp, ['P1', 'Pot', ''], ['red', '1', ''], ['P2', 'Pan', '2']],
    faults: [/line 2\b/i, /line 3\b/i],
  },
  {
    name: 'a row with surplus cells is kept, and named',
    bytes: 'id\ttitle\nP1\tPot\tred\nP2\tPan\n',
    read: two,
    faults: [/line 2\b/i],
  },
  { name: 'CRLF', bytes: 'id\ttitle\r\nP1\tPot\r\nP2\tPan\r\n', read: two },
  { name: 'CRLF after the header alone', bytes: 'id\ttitle\r\nP1\tPot\nP2\tPan\n', read: two },
  { name: 'LF after the header alone', bytes: 'id\ttitle\nP1\tPot\r\nP2\tPan\r\n', read: two },
  { name: 'CR alone', bytes: 'id\ttitle\rP1\tPot\rP2\tPan\r', read: two },
  { name: 'CR alone, with an inch mark', bytes: 'id\ttitle\rP1\tPot 5"\rP2\tPan\r', read: reads('Pot 5"') },
  { name: 'no line end after the last row', bytes: 'id\ttitle\nP1\tPot\nP2\tPan', read: two },
  { name: 'a byte order mark before a quoted header', bytes: '\uFEFF"id"\t"title"\nP1\tPot\nP2\tPan\n', read: two },
  {
    name: 'header names in quotes with tabs are one line',
    bytes: '"id"\t"long\ttitle"\nP1\tPot\n',
    read: [['id', 'long title'], p1],
  },
  { name: 'backslashes are data', bytes: titled('Pot\\tred\\n5\\"'), read: reads('Pot\\tred\\n5\\"') },
  { name: 'MySQL: \\N for nothing is a text', bytes: 'id\ttitle\nP1\t\\N\nP2\tPan\n', read: reads('\\N') },
  {
    name: 'keys with blanks and zeros stay as they are',
    bytes: 'id\ttitle\n007\tPot\n 007\tPan\n',
    read: [it, ['007', 'Pot'], [' 007', 'Pan']],
  },
  {
    name: 'a transfer that ended within the last row, of unknown length: the row is left out',
    bytes: 'id\ttitle\tprice\nP1\tPot\t1\nP2\tPa',
    isWhole: false,
    read: [itp, ['P1', 'Pot', '1']],
    warnings: [/incomplete|ended early|last row/i],
  },
]

testVariants('tab-separated feeds as they really are', 'csv', [...quotes, ...separators, ...rows], { hasAll: true })
