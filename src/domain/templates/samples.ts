/** A product that templates are checked with. */
export type Sample = { readonly name: string; readonly columns: Readonly<Record<string, string>> }

/** Where the checks find the picture of their product; it is no address of the library. */
export const samplePicture = '/sample-product.svg'
/** The picture itself: a watering can. */
export const samplePictureSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="400" height="400"><path d="M120 150h150v190H120z" fill="#3f7d64"/><path d="M270 210l80-90 18 14-98 150z" fill="#356b56"/><path d="M120 180c-80 0-80 120 0 120" fill="none" stroke="#2d5b49" stroke-width="20"/><ellipse cx="195" cy="150" rx="75" ry="20" fill="#2d5b49"/></svg>'

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

/** The products that every template must show well (TEMPLATE-19). */
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
      badge: 'Members only: 25% off',
    },
  },
  { name: 'a product without a badge and a former price', columns: without('badge', 'wasPrice') },
  { name: 'a product without a picture', columns: without('productImage') },
]
