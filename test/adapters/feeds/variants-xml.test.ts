import { testVariants, type Variant } from '../../support/feeds/variants.ts'

const it = ['id', 'title'] as const
const p1 = ['P1', 'Pot'] as const
const p2 = ['P2', 'Pan'] as const
const two = [it, p1, p2] as const
const times = (count: number, text: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => text(n)).join('')
const g = 'xmlns:g="http://base.google.com/ns/1.0"'
const rss = (items: string, before = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" ${g}><channel><title>Shop</title><link>https://shop.example</link>${before}${items}</channel></rss>`
const item = (id: string, title: string, more = '') => `<item><g:id>${id}</g:id><title>${title}</title>${more}</item>`
const gTwo = [['g_id', 'title'], p1, p2] as const
const plain = '<p><id>P1</id><title>Pot</title></p><p><id>P2</id><title>Pan</title></p>'
/** Two rows after this prolog. */
const after = (prolog: string) => `${prolog}<shop>${plain}</shop>`

const platforms: readonly Variant[] = [
  { name: 'Google Merchant: one product', bytes: rss(item('P1', 'Pot')), key: 'g_id', read: [['g_id', 'title'], p1] },
  {
    name: 'Google Merchant: one product with many images and shippings',
    bytes: rss(
      item(
        'P1',
        'Pot',
        times(
          5,
          n =>
            `<g:additional_image_link>${n}.png</g:additional_image_link><g:shipping><g:country>C${n}</g:country><g:price>${n} EUR</g:price></g:shipping>`,
        ),
      ),
    ),
    key: 'g_id',
    read: [
      ['g_id', 'g_additional_image_link', 'g_shipping_g_country'],
      ['P1', '0.png,1.png,2.png,3.png,4.png', 'C0,C1,C2,C3,C4'],
    ],
  },
  {
    name: 'Google Merchant: more shippings than products',
    bytes: rss(
      item(
        'P1',
        'Pot',
        times(9, n => `<g:shipping><g:country>C${n}</g:country></g:shipping>`),
      ) + item('P2', 'Pan'),
    ),
    key: 'g_id',
    read: gTwo,
  },
  {
    name: 'RSS: an image and several links of the channel before one item',
    bytes: rss(
      item('P1', 'Pot'),
      '<image><url>u</url><title>t</title></image><atom:link xmlns:atom="a" rel="self" href="x"/><atom:link xmlns:atom="a" rel="hub" href="y"/>',
    ),
    key: 'g_id',
    read: [['g_id', 'title'], p1],
  },
  {
    name: 'RSS 1.0: items beside the channel, and a list of resources in it',
    bytes:
      '<rdf:RDF xmlns:rdf="r"><channel rdf:about="x"><items><rdf:Seq><rdf:li resource="1"/><rdf:li resource="2"/><rdf:li resource="3"/></rdf:Seq></items></channel><item><id>P1</id><title>Pot</title></item><item><id>P2</id><title>Pan</title></item></rdf:RDF>',
    read: two,
  },
  {
    name: 'Atom: one entry after links and authors',
    bytes: `<feed xmlns="http://www.w3.org/2005/Atom" ${g}><link rel="self" href="a"/><link rel="next" href="b"/><author><name>A</name></author><author><name>B</name></author><entry><g:id>P1</g:id><title>Pot</title></entry></feed>`,
    key: 'g_id',
    read: [['g_id', 'title'], p1],
  },
  {
    name: 'Atom: entries with several links each',
    bytes: `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>P1</id><title>Pot</title><link href="1"/><link href="2"/></entry><entry><id>P2</id><title>Pan</title><link href="3"/></entry></feed>`,
    read: [
      [...it, 'link_href'],
      [...p1, '1,2'],
      [...p2, '3'],
    ],
  },
  {
    name: 'Yandex: a DOCTYPE, currencies and many categories before one offer',
    bytes: `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE yml_catalog SYSTEM "shops.dtd"><yml_catalog date="2026-11-28"><shop><currencies><currency id="RUR" rate="1"/></currencies><categories>${times(40, n => `<category id="${n}" parentId="0">C${n}</category>`)}</categories><offers><offer id="P1" available="true"><title>Pot</title><param name="Colour">red</param><param name="Size">L</param></offer></offers></shop></yml_catalog>`,
    read: [
      [...it, 'available', 'param', 'param_name'],
      [...p1, 'true', 'red,L', 'Colour,Size'],
    ],
  },
  {
    name: 'Yandex: delivery options before the offers, and in them',
    bytes: `<yml_catalog><shop><delivery-options><option cost="1" days="1"/><option cost="2" days="2"/><option cost="3" days="3"/></delivery-options><offers><offer id="P1"><title>Pot</title><delivery-options><option cost="1" days="1"/></delivery-options></offer><offer id="P2"><title>Pan</title></offer></offers></shop></yml_catalog>`,
    read: two,
  },
  {
    name: 'Heureka: SHOPITEM with several PARAM groups',
    bytes:
      '<?xml version="1.0" encoding="utf-8"?><SHOP><SHOPITEM><ITEM_ID>P1</ITEM_ID><PRODUCTNAME>Pot</PRODUCTNAME><PARAM><PARAM_NAME>a</PARAM_NAME><VAL>1</VAL></PARAM><PARAM><PARAM_NAME>b</PARAM_NAME><VAL>2</VAL></PARAM></SHOPITEM></SHOP>',
    key: 'ITEM_ID',
    read: [
      ['ITEM_ID', 'PRODUCTNAME', 'PARAM_VAL'],
      ['P1', 'Pot', '1,2'],
    ],
  },
  {
    name: 'Ceneo: offers as attributes, with groups of attributes in them',
    bytes:
      '<offers version="1"><o id="P1" price="12.00" avail="1"><title><![CDATA[Pot & lid]]></title><imgs><main url="1.png"/><i url="2.png"/><i url="3.png"/></imgs><attrs><a name="x">1</a><a name="y">2</a></attrs></o></offers>',
    read: [
      ['id', 'title', 'price', 'imgs_i_url'],
      ['P1', 'Pot & lid', '12.00', '2.png,3.png'],
    ],
  },
  {
    name: 'Ceneo: groups of offers by kind',
    bytes:
      '<offers><group name="other"><o id="P1"><title>Pot</title></o><o id="P2"><title>Pan</title></o></group></offers>',
    read: two,
  },
  {
    name: 'Awin: merchants and products as attributes and elements',
    bytes:
      '<merchantProductFeed><merchant id="1" name="Shop"><prod id="P1" in_stock="yes"><text><name>Pot</name></text><price><buynow>12.00</buynow></price></prod><prod id="P2" in_stock="no"><text><name>Pan</name></text><price><buynow>24.00</buynow></price></prod></merchant></merchantProductFeed>',
    read: [
      ['id', 'text_name', 'price_buynow'],
      ['P1', 'Pot', '12.00'],
      ['P2', 'Pan', '24.00'],
    ],
  },
  {
    name: 'Tradedoubler: products with fields and offers in them',
    bytes:
      '<products><product><id>P1</id><title>Pot</title><fields><field name="a" value="1"/><field name="b" value="2"/></fields><offers><offer><price>1</price></offer><offer><price>2</price></offer></offers></product></products>',
    read: [it, p1],
  },
  {
    name: 'Criteo: a list of products in the default namespace',
    bytes: `<products xmlns="http://www.criteo.example/feed"><product id="P1"><title>Pot</title></product><product id="P2"><title>Pan</title></product></products>`,
    read: two,
  },
  {
    name: 'SOAP: the products deep in an envelope, with headers that repeat',
    bytes:
      '<soap:Envelope xmlns:soap="s"><soap:Header><h:Token xmlns:h="h"><a>1</a></h:Token><h:Token xmlns:h="h"><a>2</a></h:Token><h:Token xmlns:h="h"><a>3</a></h:Token></soap:Header><soap:Body><ns2:getProductsResponse xmlns:ns2="n"><return><product><id>P1</id><title>Pot</title></product><product><id>P2</id><title>Pan</title></product></return></ns2:getProductsResponse></soap:Body></soap:Envelope>',
    read: two,
  },
  {
    name: 'SAP IDoc: segments that repeat within materials',
    bytes:
      '<MATMAS><IDOC><EDI_DC40><x>1</x></EDI_DC40><E1MARAM><id>P1</id><title>Pot</title><E1MAKTM><SPRAS>D</SPRAS></E1MAKTM><E1MAKTM><SPRAS>E</SPRAS></E1MAKTM></E1MARAM><E1MARAM><id>P2</id><title>Pan</title></E1MARAM></IDOC></MATMAS>',
    read: two,
  },
  {
    name: 'Magento: items numbered by attributes, with galleries',
    bytes:
      '<catalog><items><item index="1"><id>P1</id><title>Pot</title><gallery><image>1</image><image>2</image><image>3</image></gallery></item></items></catalog>',
    read: [
      [...it, 'gallery_image'],
      [...p1, '1,2,3'],
    ],
  },
  {
    name: 'PHP SimpleXML: rows that are called row, beside a list of columns',
    bytes:
      '<export><columns><column n="id"/><column n="title"/><column n="x"/></columns><rows><row><id>P1</id><title>Pot</title></row><row><id>P2</id><title>Pan</title></row></rows></export>',
    read: two,
  },
  {
    name: 'rows without a well-known name, fewer than others: the key decides',
    bytes:
      '<stock><warehouse><n>A</n></warehouse><warehouse><n>B</n></warehouse><warehouse><n>C</n></warehouse><thing><id>P1</id><title>Pot</title></thing></stock>',
    read: [it, p1],
  },
]

const places: readonly Variant[] = [
  {
    name: 'the key decides between two lists, of which the other is longer',
    bytes: `<a><brands>${times(9, n => `<item><name>B${n}</name></item>`)}</brands><list><x><id>P1</id><title>Pot</title></x><x><id>P2</id><title>Pan</title></x></list></a>`,
    read: two,
  },
  {
    name: 'categories that have an id too are not products',
    bytes: `<a><categories>${times(9, n => `<category id="C${n}">Name ${n}</category>`)}</categories><products><product id="P1"><title>Pot</title></product></products></a>`,
    read: [it, p1],
  },
  {
    name: 'nested categories within products',
    bytes:
      '<shop><product><id>P1</id><title>Pot</title><category><name>Home</name><category><name>Kitchen</name></category></category></product><product><id>P2</id><title>Pan</title></product></shop>',
    read: two,
  },
  { name: 'attributes only', bytes: '<shop><p id="P1" title="Pot"/><p id="P2" title="Pan"/></shop>', read: two },
  { name: 'attributes only, one row', bytes: '<shop><p id="P1" title="Pot"/></shop>', read: [it, p1] },
  {
    name: 'a prefix for all elements',
    bytes: '<s:shop xmlns:s="s"><s:item><s:id>P1</s:id></s:item><s:item><s:id>P2</s:id></s:item></s:shop>',
    key: 's_id',
    read: [['s_id'], ['P1'], ['P2']],
  },
  {
    name: 'one prefixed item',
    bytes: '<s:shop xmlns:s="s"><s:x a="1"/><s:x a="2"/><s:item><s:id>P1</s:id></s:item></s:shop>',
    key: 's_id',
    read: [['s_id'], ['P1']],
  },
  {
    name: 'a person chose the rows',
    bytes: '<a><product><id>P1</id><variant><id>V1</id></variant><variant><id>V2</id></variant></product></a>',
    format: { rowXPath: '/a/product/variant' },
    read: [['id'], ['V1'], ['V2']],
  },
  {
    name: 'the config has the rows',
    bytes: '<a><product><id>P1</id><variant><id>V1</id></variant><variant><id>V2</id></variant></product></a>',
    config: { rowXPath: '/a/product/variant' },
    read: [['id'], ['V1'], ['V2']],
  },
  { name: 'a list of nothing has no rows', bytes: '<products/>', refused: /no rows|no element|nothing/i },
  {
    name: 'an error answer has no rows',
    bytes: '<error><code>5</code><message>Try later</message></error>',
    refused: /no row/i,
  },
  {
    name: 'an HTML page is named as such',
    bytes: '<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>Sorry</title></head><body><br></body></html>',
    refused: /HTML/,
  },
]

const texts: readonly Variant[] = [
  {
    name: 'CDATA with tags and entities',
    bytes: rss(item('P1', '<![CDATA[Pot <b>big</b> &amp; red]]>')),
    key: 'g_id',
    read: [
      ['g_id', 'title'],
      ['P1', 'Pot <b>big</b> &amp; red'],
    ],
    warnings: 'any',
  },
  {
    name: 'CDATA in two parts',
    bytes: rss(item('P1', '<![CDATA[Pot ]]]]><![CDATA[> red]]>')),
    key: 'g_id',
    read: [
      ['g_id', 'title'],
      ['P1', 'Pot ]]> red'],
    ],
  },
  {
    name: 'entities of XML and numbers',
    bytes: rss(item('P1', 'A &amp; B &lt;C&gt; &quot;D&quot; &apos;E&apos; &#228; &#x1F9C0;')),
    key: 'g_id',
    read: [
      ['g_id', 'title'],
      ['P1', 'A & B <C> "D" \'E\' ä 🧀'],
    ],
  },
  {
    name: 'entities that were escaped twice are counted',
    bytes: rss(item('P1', 'A &amp;amp; B') + item('P2', 'Caf&amp;#233;')),
    key: 'g_id',
    read: [
      ['g_id', 'title'],
      ['P1', 'A &amp; B'],
      ['P2', 'Caf&#233;'],
    ],
    warnings: [/\b2\b/],
  },
  {
    name: 'an ampersand before a word is not an entity',
    bytes: rss(item('P1', 'Black &amp; Decker; new')),
    key: 'g_id',
    read: [
      ['g_id', 'title'],
      ['P1', 'Black & Decker; new'],
    ],
  },
  {
    name: 'line breaks around a value are not part of it',
    bytes: '<shop><p>\n <id>\n  P1\n </id>\n <title>Pot</title>\n</p><p><id>P2</id><title>Pan</title></p></shop>',
    read: two,
  },
  {
    name: 'comments between and within rows',
    bytes: `<!-- a --><shop><!-- <p><id>X</id></p> --><p><id>P1</id><!-- b --><title>Pot</title></p><p><id>P2</id><title>Pan</title></p></shop><!-- c -->`,
    read: two,
  },
  {
    name: 'processing instructions',
    bytes: after('<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="a.xsl"?>'),
    read: two,
  },
  {
    name: 'empty elements are empty cells',
    bytes: '<shop><p><id>P1</id><title/></p><p><id>P2</id><title></title></p></shop>',
    read: [it, ['P1', ''], ['P2', '']],
  },
  {
    name: 'elements that only later rows have',
    bytes: '<shop><p><id>P1</id></p><p><id>P2</id><title>Pan</title></p></shop>',
    read: [it, ['P1', ''], p2],
  },
  {
    name: 'an ampersand that is not escaped is refused with its line',
    bytes: `<shop>\n<p><id>P1</id><title>Pot & lid</title></p>\n</shop>`,
    refused: /\b2:\d+|line 2\b/i,
  },
  {
    name: 'a tag that is not closed is refused with its line',
    bytes: '<shop>\n<p><id>P1</id><title>Pot</p>\n</shop>',
    refused: /\b2:\d+|line 2\b/i,
  },
]

const prologs: readonly Variant[] = [
  { name: 'no prolog', bytes: after(''), read: two },
  {
    name: 'a byte order mark before the prolog',
    bytes: after('\uFEFF<?xml version="1.0" encoding="UTF-8"?>'),
    read: two,
  },
  // not XML, but what templates of PHP make
  { name: 'a blank line before the prolog', bytes: after('\n<?xml version="1.0" encoding="UTF-8"?>\n'), read: two },
  {
    name: 'a standalone document',
    bytes: after("<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n"),
    read: two,
  },
  { name: 'a DOCTYPE by name alone', bytes: after('<?xml version="1.0"?><!DOCTYPE shop>'), read: two },
  {
    name: 'a DOCTYPE with a public id',
    bytes: after('<!DOCTYPE shop PUBLIC "-//Shop//DTD//EN" "http://127.0.0.1:1/shop.dtd">\n'),
    read: two,
  },
  {
    name: 'a DOCTYPE in single quotes over several lines',
    bytes: after("<!DOCTYPE shop\n  SYSTEM\n  'shop.dtd'\n>\n"),
    read: two,
  },
  { name: 'a DOCTYPE whose address has a bracket', bytes: after('<!DOCTYPE shop SYSTEM "shop[1].dtd">'), read: two },
  {
    name: 'a DOCTYPE after a comment',
    bytes: after('<!-- a --><!DOCTYPE shop SYSTEM "shop.dtd"><!-- b -->'),
    read: two,
  },
  {
    name: 'a DOCTYPE that declares an entity is refused',
    bytes: after('<!DOCTYPE shop [<!ENTITY a "b">]>'),
    refused: /DOCTYPE/,
  },
  {
    name: 'a DOCTYPE with an address that declares an entity is refused',
    bytes: after('<!DOCTYPE shop SYSTEM "shop.dtd" [<!ENTITY a SYSTEM "file:///etc/passwd">]>'),
    refused: /DOCTYPE/,
  },
  { name: 'a DOCTYPE with an empty subset is refused', bytes: after('<!DOCTYPE shop []>'), refused: /DOCTYPE/ },
  ...(
    [
      ['encoding="ISO-8859-1"', 'latin1'],
      ["encoding='iso-8859-1'", 'latin1'],
      ['encoding = "ISO-8859-1"', 'latin1'],
      ['encoding="latin1"', 'latin1'],
      ['encoding="windows-1252"', 'latin1'],
      ['encoding="Windows-1252" standalone="yes"', 'latin1'],
      ['encoding="CP1252"', 'latin1'],
      ['encoding="utf8"', 'utf8'],
      ['encoding="US-ASCII"', 'ascii'],
    ] as const
  ).map(
    ([encoding, as]): Variant => ({
      name: `the prolog says ${encoding}`,
      bytes: Buffer.from(
        `<?xml version="1.0" ${encoding}?><shop><p><id>P1</id><title>${as === 'ascii' ? 'Pot' : 'Käse à l’é'.replace('’', "'")}</title></p></shop>`,
        as,
      ),
      read: [it, ['P1', as === 'ascii' ? 'Pot' : "Käse à l'é"]],
    }),
  ),
  {
    name: 'the prolog says windows-1252, and quotes are curly',
    bytes: Buffer.from(
      '<?xml version="1.0" encoding="windows-1252"?><shop><p><id>P1</id><title>\x93Pot\x94 \x80</title></p></shop>',
      'latin1',
    ),
    read: [it, ['P1', '“Pot” €']],
  },
  {
    name: 'an encoding that is not known is named',
    bytes: '<?xml version="1.0" encoding="x-klingon"?><shop><p><id>P1</id></p></shop>',
    refused: /x-klingon/i,
  },
  {
    // a person who chose an encoding is right, whatever the prolog says
    name: 'a chosen encoding wins over the prolog',
    bytes: Buffer.from(
      '<?xml version="1.0" encoding="UTF-8"?><shop><p><id>P1</id><title>Käse</title></p></shop>',
      'latin1',
    ),
    format: { characterEncoding: 'iso_8859_1' },
    read: [it, ['P1', 'Käse']],
  },
]

testVariants('XML as it really is', 'xml', [...platforms, ...places, ...texts, ...prologs])
