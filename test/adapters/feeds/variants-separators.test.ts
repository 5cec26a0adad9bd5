import { testVariants, type Variant } from '../../support/feeds/variants.ts'

const times = (count: number, text: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => text(n)).join('')
const it = ['id', 'title'] as const
const p1 = ['P1', 'Pot'] as const
const p2 = ['P2', 'Pan'] as const
const two = [it, p1, p2] as const

/** What holds for each separator: the same feeds, with it in the place of §. */
const each = (separator: string, name: string, others: string): readonly Variant[] => {
  const of = (bytes: string) => bytes.replaceAll('§', separator)
  const [a = '', b = '', c = ''] = others
  return [
    { name: 'a small feed', bytes: of('id§title\nP1§Pot\nP2§Pan\n'), read: two },
    { name: 'one row', bytes: of('id§title\nP1§Pot\n'), read: [it, p1] },
    {
      name: 'a person chose it',
      bytes: of(`id§title\nP1§a${a}b${b}c${c}d\n`),
      format: { csvSeparator: name },
      read: [it, ['P1', `a${a}b${b}c${c}d`]],
    },
    {
      name: 'the others are in each description, more often than it',
      bytes: of(`id§title§price\n${times(250, n => `P${n}§${a}x${b}x${c}x${a}x${b}x${c}§1.50\n`)}`),
      read: [
        ['id', 'title', 'price'],
        ['P0', `${a}x${b}x${c}x${a}x${b}x${c}`, '1.50'],
      ],
      count: 250,
    },
    {
      name: 'the others are in one header name',
      bytes: of(`id§title (a${a}b${b}c${c}d${a}e)§price\nP1§Pot§1.50\nP2§Pan§2.50\n`),
      read: [
        ['id', `title (a${a}b${b}c${c}d${a}e)`.replace('\t', ' '), 'price'],
        ['P1', 'Pot', '1.50'],
        ['P2', 'Pan', '2.50'],
      ],
    },
    {
      name: 'decimal commas in quotes',
      bytes: of('id§price§sale\nP1§"1,50"§"1,20"\nP2§"2,50"§"2,20"\n'),
      read: [
        ['id', 'price', 'sale'],
        ['P1', '1,50', '1,20'],
        ['P2', '2,50', '2,20'],
      ],
    },
    { name: 'it is in quotes', bytes: of('id§title\nP1§"Pot§red"\nP2§Pan\n'), read: [it, ['P1', of('Pot§red')], p2] },
    {
      name: 'a line break in quotes',
      bytes: of('id§title\r\nP1§"Pot\nred"\r\nP2§Pan\r\n'),
      read: [it, ['P1', 'Pot\nred'], p2],
    },
    { name: 'sep= of Excel', bytes: of('sep=§\r\nid§title\r\nP1§Pot\r\nP2§Pan\r\n'), read: two },
    {
      name: 'a comment with the others',
      bytes: of(`# made${a}today${b}by${c}shop\nid§title\nP1§Pot\nP2§Pan\n`),
      read: two,
    },
    {
      name: 'a row that lacks cells',
      bytes: of('id§title§price\nP1§Pot§1\nP2§Pan\nP3§Lid§3\n'),
      read: [
        ['id', 'title', 'price'],
        ['P1', 'Pot', '1'],
        ['P2', 'Pan', ''],
        ['P3', 'Lid', '3'],
      ],
      faults: [/line 3\b/i],
    },
    {
      name: 'empty cells and rows of nothing',
      bytes: of('id§title§price\nP1§§\n§§\nP2§Pan§\n'),
      read: [
        ['id', 'title', 'price'],
        ['P1', '', ''],
        ['P2', 'Pan', ''],
      ],
    },
    {
      name: 'no header',
      bytes: of('P1§Pot\nP2§Pan\n'),
      format: { firstRowIsHeader: false },
      key: 'column_1',
      read: [['column_1', 'column_2'], p1, p2],
    },
    {
      name: 'the key is the last of many columns',
      bytes: of(`${times(30, n => `c${n}§`)}id\n${times(30, () => `x${a}y§`)}P1\n`),
      read: [
        [...Array.from({ length: 30 }, (_, n) => `c${n}`), 'id'],
        [...Array(30).fill(`x${a}y`), 'P1'],
      ],
    },
  ].map(variant => ({ ...variant, name: `${name}: ${variant.name}` }) as Variant)
}

const exports: readonly Variant[] = [
  {
    name: 'Excel in German: decimal commas, thousands points, a percentage and a formula',
    bytes: '\uFEFFArtikel;Preis;Rabatt;Link\r\nA1;1.299,00 €;5,5 %;"=HYPERLINK(""https://a.example"";""A"")"\r\n',
    key: 'Artikel',
    read: [
      ['Artikel', 'Preis', 'Rabatt', 'Link'],
      ['A1', '1.299,00 €', '5,5 %', '=HYPERLINK("https://a.example";"A")'],
    ],
  },
  {
    name: 'Excel in French: narrow blanks in prices',
    bytes: 'référence;désignation;prix\nR1;Pot, rouge;1\u202F299,00\u00A0€\nR2;Poêle, noire;24,00\u00A0€\n',
    key: 'référence',
    read: [
      ['référence', 'désignation', 'prix'],
      ['R1', 'Pot, rouge', '1\u202F299,00\u00A0€'],
      ['R2', 'Poêle, noire', '24,00\u00A0€'],
    ],
  },
  {
    name: 'idealo: one decimal comma in each row, as often as the separator in a feed of two columns',
    bytes: 'sku;preis\nA1;19,90\nA2;9,90\n',
    key: 'sku',
    read: [
      ['sku', 'preis'],
      ['A1', '19,90'],
      ['A2', '9,90'],
    ],
  },
  {
    name: 'Shopware: categories with pipes and greater-than signs, images with pipes',
    bytes: 'id;categories;images\nP1;"Home > Kitchen|Sale";a.png|b.png\nP2;"Home > Pans|Sale";c.png|d.png\n',
    read: [
      ['id', 'categories', 'images'],
      ['P1', 'Home > Kitchen|Sale', 'a.png|b.png'],
      ['P2', 'Home > Pans|Sale', 'c.png|d.png'],
    ],
  },
  {
    name: 'SAP: a semicolon at the end of header and rows',
    bytes: 'MATNR;MAKTX;\n000000000000012345;Topf;\n000000000000012346;Pfanne;\n',
    key: 'MATNR',
    read: [
      ['MATNR', 'MAKTX', 'column_3'],
      ['000000000000012345', 'Topf', ''],
      ['000000000000012346', 'Pfanne', ''],
    ],
  },
  {
    name: 'Tradedoubler: pipes, with inch marks',
    bytes: 'id|title|fields\nP1|Pot 5"|colour:red;size:5"\nP2|Pan|colour:black;size:7"\n',
    read: [
      ['id', 'title', 'fields'],
      ['P1', 'Pot 5"', 'colour:red;size:5"'],
      ['P2', 'Pan', 'colour:black;size:7"'],
    ],
  },
  {
    name: 'Kelkoo: pipes, with commas and semicolons in each cell',
    bytes: 'id|title|cat\nP1|Pot, red; new|Home; Kitchen, Pots\nP2|Pan, black; new|Home; Kitchen, Pans\n',
    read: [
      ['id', 'title', 'cat'],
      ['P1', 'Pot, red; new', 'Home; Kitchen, Pots'],
      ['P2', 'Pan, black; new', 'Home; Kitchen, Pans'],
    ],
  },
  {
    name: 'Rakuten: a pipe at the end of each row but not of the header',
    bytes: 'id|title\nP1|Pot|\nP2|Pan|\n',
    read: two,
    faults: 'any',
  },
  {
    name: 'semicolons: HTML entities in each row',
    bytes: 'id;title\nP1;"Pot &amp; lid"\nP2;"Pan &amp; lid"\n',
    read: [it, ['P1', 'Pot &amp; lid'], ['P2', 'Pan &amp; lid']],
    warnings: 'any',
  },
  {
    name: 'semicolons: a malformed quote costs its row',
    bytes: 'id;title\nP1;"Pot" red\nP2;Pan\n',
    read: [it, p2],
    faults: [/line 2\b/i],
  },
  { name: 'SEP=; in capitals', bytes: 'SEP=;\nid;title\nP1;Pot\nP2;Pan\n', read: two },
  { name: '"sep=;" in quotes', bytes: '"sep=;"\nid;title\nP1;Pot\nP2;Pan\n', read: two },
  {
    name: 'sep=; although commas are more',
    bytes: 'sep=;\nid;title\nP1;a,b,c\nP2;d,e,f\n',
    read: [it, ['P1', 'a,b,c'], ['P2', 'd,e,f']],
  },
  {
    // a person who chose a separator is right, whatever the line for Excel says
    name: 'a chosen separator wins over sep=',
    bytes: 'sep=;\nid,title\nP1,a;b\n',
    format: { csvSeparator: 'comma' },
    read: [it, ['P1', 'a;b']],
  },
]

testVariants(
  'feeds with other separators as they really are',
  'csv',
  [...each(';', 'semicolon', ',|\t'), ...each('|', 'pipe', ',;\t'), ...exports],
  { hasAll: true },
)
