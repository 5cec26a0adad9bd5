import { testVariants, type Variant } from '../../support/feeds/variants.ts'

const it = ['id', 'title'] as const
const p1 = ['P1', 'Pot'] as const
const p2 = ['P2', 'Pan'] as const
const two = [it, p1, p2] as const
const times = (count: number, text: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => text(n)).join(',')
const pot = '{"id":"P1","title":"Pot"}'
const pan = '{"id":"P2","title":"Pan"}'
const list = `[${pot},${pan}]`

const platforms: readonly Variant[] = [
  {
    name: 'Shopify: products with variants and images',
    bytes:
      '{"products":[{"id":632910392,"title":"Pot","variants":[{"id":1,"price":"12.00"},{"id":2,"price":"14.00"},{"id":3,"price":"16.00"}],"images":[{"src":"1.png"},{"src":"2.png"}]},{"id":632910393,"title":"Pan","variants":[],"images":[]}]}',
    read: [it, ['632910392', 'Pot'], ['632910393', 'Pan']],
  },
  {
    name: 'Shopify: one product in an object of one member',
    bytes: '{"product":{"id":7,"title":"Pot","variants":[{"id":1},{"id":2}],"images":[{"id":3},{"id":4},{"id":5}]}}',
    read: [it, ['7', 'Pot']],
  },
  {
    name: 'WooCommerce: a list with categories and links in each product',
    bytes: `[{"id":1,"title":"Pot","categories":[{"id":9,"name":"a"},{"id":8,"name":"b"}],"_links":{"self":[{"href":"x"}]}}]`,
    read: [it, ['1', 'Pot']],
  },
  {
    name: 'Magento: items beside search criteria with filter groups',
    bytes: `{"items":${list},"search_criteria":{"filter_groups":[{"filters":[{"field":"a","value":"1"}]},{"filters":[]},{"filters":[]}]},"total_count":2}`,
    read: two,
  },
  {
    name: 'OData: value beside a context',
    bytes: `{"@odata.context":"https://x/$metadata","value":${list},"@odata.nextLink":"https://x?2"}`,
    read: two,
  },
  { name: 'OData 2: d and results', bytes: `{"d":{"results":${list},"__count":"2"}}`, read: two },
  {
    name: 'GraphQL: edges with nodes, beside page info',
    bytes: `{"data":{"products":{"edges":[{"cursor":"a","node":${pot}},{"cursor":"b","node":${pan}}],"pageInfo":{"hasNextPage":false}}}}`,
    key: 'node_id',
    read: [['node_id', 'node_title'], p1, p2],
  },
  {
    name: 'GraphQL: nodes',
    bytes: `{"data":{"products":{"nodes":${list}}},"extensions":{"cost":[{"a":1},{"a":2},{"a":3}]}}`,
    read: two,
  },
  {
    name: 'GraphQL: errors beside data',
    bytes: `{"errors":[{"message":"a"},{"message":"b"},{"message":"c"}],"data":{"products":${list}}}`,
    read: two,
  },
  {
    name: 'JSON Feed: items beside authors and hubs',
    bytes: `{"version":"https://jsonfeed.org/version/1.1","authors":[{"name":"A"},{"name":"B"},{"name":"C"}],"hubs":[{"type":"x","url":"y"}],"items":${list}}`,
    read: two,
  },
  {
    name: 'JSON:API: data beside links and included objects',
    bytes: `{"links":{"self":"x"},"data":[{"type":"product","id":"P1","attributes":{"title":"Pot"}}],"included":[{"type":"brand","id":"B1"},{"type":"brand","id":"B2"}]}`,
    read: [['id', 'attributes_title'], p1],
  },
  {
    name: 'Elasticsearch: hits within hits',
    bytes: `{"took":1,"hits":{"total":{"value":2},"hits":[{"_id":"P1","_source":{"title":"Pot"}},{"_id":"P2","_source":{"title":"Pan"}}]}}`,
    key: '_id',
    read: [['_id', '_source_title'], p1, p2],
  },
  {
    name: 'Algolia: hits beside facets',
    bytes: `{"hits":[{"objectID":"P1","title":"Pot"}],"facets":{"brand":{"a":1,"b":2,"c":3}},"facetHits":[{"value":"a"},{"value":"b"}]}`,
    key: 'objectID',
    read: [['objectID', 'title'], p1],
  },
  {
    name: 'Spring: content beside pages and sorts',
    bytes: `{"content":${list},"pageable":{"sort":[{"a":1},{"a":2},{"a":3}]},"totalPages":1}`,
    read: two,
  },
  {
    name: 'HAL: products that are embedded, with links',
    bytes: `{"_links":{"curies":[{"name":"a"},{"name":"b"},{"name":"c"}]},"_embedded":{"products":${list}}}`,
    read: two,
  },
  {
    name: 'CJ: a list within three objects',
    bytes: `{"response":{"body":{"products":{"resultList":${list}}}}}`,
    read: two,
  },
]

const places: readonly Variant[] = [
  { name: 'a list at the root', bytes: list, read: two },
  { name: 'a list of one', bytes: `[${pot}]`, read: [it, p1] },
  { name: 'one product at the root', bytes: pot, read: [it, p1] },
  {
    name: 'one product whose sizes have ids, too',
    bytes: '{"id":"P1","title":"Pot","sizes":[{"id":"S"},{"id":"L"}]}',
    read: [it, p1],
  },
  {
    name: 'a shop with an id beside its products',
    bytes: `{"shop":{"id":"7","title":"Shop"},"products":[${pot}]}`,
    read: [it, p1],
  },
  {
    name: 'a catalogue with an id and a title around its things',
    bytes:
      '{"id":"7","title":"Shop","things":[{"id":"P1","title":"Pot","price":1},{"id":"P2","title":"Pan","price":2}]}',
    read: [it, p1, ['P2', 'Pan']],
  },
  {
    name: 'one product with a list of objects',
    bytes: '{"id":"P1","title":"Pot","tags":[{"a":1},{"a":2}]}',
    read: [it, p1],
  },
  {
    name: 'the key decides between two lists, of which the other is longer',
    bytes: `{"stores":[${times(9, n => `{"name":"S${n}"}`)}],"stock":${list}}`,
    read: two,
  },
  {
    name: 'a list of one beside longer ones',
    bytes: `{"links":[${times(9, n => `{"href":"${n}"}`)}],"products":[${pot}]}`,
    read: [it, p1],
  },
  {
    name: 'categories with ids before products',
    bytes: `{"categories":[${times(9, n => `{"id":"C${n}","name":"c"}`)}],"products":${list}}`,
    read: two,
  },
  {
    name: 'lists of texts beside the products',
    bytes: `{"tags":["a","b","c","d"],"ids":[1,2,3,4,5],"products":${list}}`,
    read: two,
  },
  { name: 'values that are not products, among them', bytes: `[null,1,"a",${pot},[],${pan}]`, read: two },
  {
    name: 'an object keyed by id',
    bytes: '{"P1":{"title":"Pot"},"P2":{"title":"Pan"}}',
    key: 'key',
    read: [['key', 'title'], p1, p2],
  },
  {
    name: 'an object keyed by id whose members have the id too',
    bytes: `{"P1":${pot},"P2":${pan}}`,
    read: [
      ['id', 'key'],
      ['P1', 'P1'],
      ['P2', 'P2'],
    ],
  },
  {
    name: 'an object keyed by id, within another',
    bytes: `{"status":"ok","data":{"products":{"P1":{"title":"Pot"},"P2":{"title":"Pan"}}}}`,
    key: 'key',
    read: [['key', 'title'], p1, p2],
  },
  {
    name: 'keys of digits with zeros before them',
    bytes: '{"007":{"title":"Pot"},"7":{"title":"Pan"}}',
    key: 'key',
    read: [
      ['key', 'title'],
      ['007', 'Pot'],
      ['7', 'Pan'],
    ],
  },
  {
    name: 'one product keyed by its id',
    bytes: '{"P1":{"title":"Pot","price":"1"}}',
    key: 'key',
    read: [['key', 'title'], p1],
  },
  {
    name: 'a person chose the rows',
    bytes: `{"a":[{"id":"X"}],"b":{"c":${list}}}`,
    format: { rowXPath: '/b/c' },
    read: two,
  },
  {
    name: 'the choice of a person wins over the config',
    bytes: `{"a":[{"id":"X"}],"b":{"c":${list}}}`,
    format: { rowXPath: '/b/c' },
    config: { rowXPath: '/a', rootIsObject: true, rootIsArray: false },
    read: two,
  },
  { name: 'an empty list has no rows', bytes: '[]', refused: /no rows/i },
  { name: 'an empty list in an envelope has no rows', bytes: '{"count":0,"products":[]}', refused: /no rows?\b/i },
  {
    name: 'errors beside an empty list are not rows',
    bytes: '{"errors":[{"code":"1","id":"E"},{"code":"2","id":"F"}],"products":[]}',
    refused: /no rows?\b/i,
  },
  { name: 'errors alone are not rows', bytes: '{"errors":[{"code":"1"},{"code":"2"}]}', refused: /no rows?\b/i },
  { name: 'nothing has no rows', bytes: '{}', refused: /no rows?\b/i },
  { name: 'an HTML page is named as such', bytes: '<!doctype html><html><body>Sorry</body></html>', refused: /HTML/ },
]

/** A number in a row is the text that the file has for it. */
const numbers: readonly Variant[] = (
  [
    '0',
    '-0',
    '0.0',
    '19.90',
    '20.00',
    '1e3',
    '1E3',
    '1e+3',
    '1.50e-7',
    '-12.340',
    '123456789012345678901234567890',
    '9007199254740993',
    '12.345678901234567890',
    '0.1',
    '100',
    '1e400',
    '4.0',
  ] as const
).map(number => ({
  name: `the number ${number}`,
  bytes: `[{"id":"P1","n":${number},"in":{"n":${number}}},{"id":${number.startsWith('-') ? '"P2"' : number},"n":[${number},${number}]}]`,
  read: [
    ['id', 'n', 'in_n'],
    ['P1', number, number],
    [number.startsWith('-') ? 'P2' : number, `${number},${number}`, ''],
  ],
}))

const values: readonly Variant[] = [
  {
    name: 'numbers in a list of objects keep their text',
    bytes: '[{"id":"P1","v":[{"price":10.00},{"price":1.50}]}]',
    read: [
      ['id', 'v'],
      ['P1', /10\.00.*1\.50/],
    ],
  },
  {
    name: 'numbers within texts are not touched',
    bytes: '[{"id":"P1","title":"1.50, \\"2.00\\", {\\"a\\": 3.0}"}]',
    read: [it, ['P1', '1.50, "2.00", {"a": 3.0}']],
  },
  {
    name: 'true, false and null',
    bytes: '[{"id":"P1","a":true,"b":false,"c":null}]',
    read: [
      ['id', 'a', 'b', 'c'],
      ['P1', 'true', 'false', ''],
    ],
  },
  {
    name: 'objects within are columns',
    bytes: '[{"id":"P1","price":{"amount":12.50,"currency":{"code":"EUR"}}}]',
    read: [
      ['id', 'price_amount', 'price_currency_code'],
      ['P1', '12.50', 'EUR'],
    ],
  },
  {
    name: 'lists of texts are joined',
    bytes: '[{"id":"P1","images":["a.png","b.png"],"none":[]}]',
    read: [
      ['id', 'images', 'none'],
      ['P1', 'a.png,b.png', ''],
    ],
  },
  {
    name: 'escapes of Unicode',
    bytes: '[{"id":"P1","title":"K\\u00e4se \\ud83e\\uddc0 \\/ \\" \\\\ \\n"}]',
    read: [it, ['P1', 'Käse 🧀 / " \\ \n']],
  },
  { name: 'escapes in names', bytes: '{"pro\\u0064ucts":[{"\\u0069d":"P1","title":"Pot"}]}', read: [it, p1] },
  {
    name: 'names with dots, blanks and slashes',
    bytes: '[{"id":"P1","sale price":"1","a.b":"2"}]',
    read: [
      ['id', 'sale price', 'a_b'],
      ['P1', '1', '2'],
    ],
  },
  {
    name: 'entities that were escaped stay, and are counted',
    bytes: '[{"id":"P1","title":"A &amp;amp; B"},{"id":"P2","title":"Pan"}]',
    read: [it, ['P1', 'A &amp;amp; B'], p2],
    warnings: 'any',
  },
  {
    name: 'members that only later rows have',
    bytes: '[{"id":"P1"},{"id":"P2","title":"Pan"}]',
    read: [it, ['P1', ''], p2],
  },
]

const lines: readonly Variant[] = [
  { name: 'an object a line', bytes: `${pot}\n${pan}\n`, read: two },
  { name: 'an object a line, one line', bytes: `${pot}\n`, read: [it, p1] },
  { name: 'an object a line, with CRLF and blank lines', bytes: `${pot}\r\n\r\n${pan}\r\n\r\n`, read: two },
  { name: 'objects without anything between them', bytes: `${pot}${pan}`, read: two },
  {
    name: 'objects over several lines',
    bytes: '{\n "id": "P1",\n "title": "Pot"\n}\n{\n "id": "P2",\n "title": "Pan"\n}',
    read: two,
  },
  { name: 'objects with record separators', bytes: `\u001e${pot}\n\u001e${pan}\n`, read: two },
  {
    name: 'an object a line, each with lists of objects',
    bytes: '{"id":"P1","title":"Pot","v":[{"a":1},{"a":2}]}\n{"id":"P2","title":"Pan","v":[{"a":1},{"a":2}]}\n',
    read: two,
  },
  {
    name: 'an object a line, one line, with lists of objects',
    bytes: '{"id":"P1","title":"Pot","v":[{"a":1},{"a":2}]}\n',
    read: [it, p1],
  },
  {
    name: 'numbers in an object a line',
    bytes: '{"id":1.0,"n":2.50}\n{"id":2.0,"n":1e2}\n',
    read: [
      ['id', 'n'],
      ['1.0', '2.50'],
      ['2.0', '1e2'],
    ],
  },
  { name: 'a byte order mark', bytes: `\uFEFF${list}`, read: two },
  { name: 'blanks before and after', bytes: `\r\n\t ${list} \r\n\n`, read: two },
  { name: 'NaN is refused with its row', bytes: '[{"id":"P1"},{"id":"P2","price":NaN}]', refused: /row [2]\b/i },
  {
    name: 'Infinity is refused with its row',
    bytes: '[{"id":"P1"},{"id":"P2","price":Infinity}]',
    refused: /row [2]\b/i,
  },
  {
    name: 'a number with a zero before it is refused with its row',
    bytes: '[{"id":"P1"},{"id":"P2","price":012}]',
    refused: /row [2]\b/i,
  },
  {
    name: 'a comma at the end of a row is refused with its row',
    bytes: '[{"id":"P1"},{"id":"P2",}]',
    refused: /row [2]\b/i,
  },
  { name: 'single quotes are refused with their row', bytes: `[{"id":"P1"},{'id':'P2'}]`, refused: /row [12]\b/i },
  { name: 'an end within a row says after which row', bytes: `[${pot},{"id":"P2","ti`, refused: /row [1]\b/i },
  {
    name: 'a UTF-16 file is read by its byte order mark',
    bytes: Buffer.from(`\uFEFF${list}`, 'utf16le'),
    read: two,
  },
]

testVariants('JSON as it really is', 'json', [...platforms, ...places, ...numbers, ...values, ...lines])
