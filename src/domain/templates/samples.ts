/** A product that templates are checked with. */
export type Sample = { readonly name: string; readonly columns: Readonly<Record<string, string>> }

/** A watering can in a box: x, y, width and height. */
const can = (box: string, width: number, height: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${width}" height="${height}"><path d="M120 150h150v190H120z" fill="#3f7d64"/><path d="M270 210l80-90 18 14-98 150z" fill="#356b56"/><path d="M120 180c-80 0-80 120 0 120" fill="none" stroke="#2d5b49" stroke-width="20"/><ellipse cx="195" cy="150" rx="75" ry="20" fill="#2d5b49"/></svg>`

/** The picture of the sample product: a watering can. */
export const samplePictureSvg = can('0 0 400 400', 400, 400)
/** Where the checks find the pictures of their products, by address; none is one of the library. */
export const samplePicture = '/sample-product.svg'
export const samplePictures: Readonly<Record<string, string>> = {
  [samplePicture]: samplePictureSvg,
  '/sample-product-tall.svg': can('120 0 180 400', 180, 400),
  '/sample-product-wide.svg': can('-200 100 800 300', 800, 300),
}

const whole = {
  productName: 'Enamel Watering Can',
  productImage: samplePicture,
  price: '£24.00',
  wasPrice: '£32.00',
  badge: '25% off',
  clickUrl: '#',
}
const without = (...columns: readonly (keyof typeof whole)[]) =>
  Object.fromEntries(Object.entries(whole).filter(([column]) => !columns.some(one => one === column)))

/** The products that every template must show well (TEMPLATE-19): usual, longest, shortest and missing values. */
export const samples: readonly Sample[] = [
  { name: 'a product', columns: whole },
  {
    name: 'a product with long texts',
    columns: {
      ...whole,
      productName:
        'Hand-thrown Stoneware Self-watering Planter with Reclaimed Oak Stand, Frost-resistant Glaze, Drip Tray and Extra-long Donaudampfschifffahrtsgesellschaft Label, 60 × 40 cm, Anthracite',
      price: '£12,499.99',
      wasPrice: '£14,999.99',
      productImage: '/sample-product-tall.svg',
      badge: 'Members only: 25% off',
    },
  },
  { name: 'a product without a badge and a former price', columns: without('badge', 'wasPrice') },
  { name: 'a product without a picture', columns: without('productImage') },
  {
    name: 'a product with short texts',
    columns: {
      ...whole,
      ...{ productName: 'Mug', price: '£3', wasPrice: '£5', badge: '-5%', productImage: '/sample-product-wide.svg' },
    },
  },
  {
    name: 'a product with a name and a price only',
    columns: { productName: 'Enamel Watering Can', price: '12.499,00 €', clickUrl: '#' },
  },
  { name: 'a product without a price', columns: { ...without('wasPrice'), price: '' } },
]
