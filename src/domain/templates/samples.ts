/** A product that templates are checked with. */
export type Sample = { readonly name: string; readonly columns: Readonly<Record<string, string>> }

/** Where the checks find the picture of their product; it is no address of the library. */
export const samplePicture = '/sample-product.svg'

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
