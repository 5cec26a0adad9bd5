import { type ProductNamed, type ProductRow, productKeyOf } from '../domain/creatives/product-creative.ts'
import type { Products } from './products.ts'
import { type ProductPorts, productsOfKeys } from './shown-creatives.ts'

/** The products of hybrid creatives, by the names of these; those without a product are absent. */
export const productsOfCreatives = async (
  accountId: string,
  products: Products,
  creatives: readonly ProductNamed[],
  ports: ProductPorts,
): Promise<ReadonlyMap<string, ProductRow>> => {
  const rows = await productsOfKeys(accountId, products, creatives.map(productKeyOf), ports)
  const found = new Map<string, ProductRow>()
  for (const creative of creatives) {
    const row = rows.get(productKeyOf(creative))
    if (row) found.set(creative.creativeName, row)
  }
  return found
}
