import { pipe } from 'fp-ts/lib/function.js'
import { creativeId, creatives } from '../../projections/creatives/creatives.ts'
import type { Creative } from '../domain/creatives/creative.ts'
import { creativeOfProduct } from '../domain/creatives/product-creative.ts'
import type { RetailCampaign } from '../domain/retail-campaigns/retail-campaign.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import { requireDocument } from '../engine/read/documents.ts'
import * as TE from '../engine/task-either.ts'
import type { Ports } from '../ports/ports.ts'
import { productsFromViews } from '../products/products.ts'
import { joinedCreatives, productsOfKeys } from '../products/shown-creatives.ts'

type ReadPorts = Pick<Ports, 'readModels' | 'blobs' | 'rowIndexes'>

const saved = (
  { readModels }: ReadPorts,
  { accountId, retailCampaignIdx }: RetailCampaign,
  name: string,
  missing: Rejection,
): TE.TaskEither<Rejection, Creative> =>
  pipe(
    requireDocument(readModels, creatives, creativeId(accountId, retailCampaignIdx, name), missing),
    TE.map(({ creative }) => creative),
  )

const ofRow = async (ports: ReadPorts, campaign: RetailCampaign, name: string): Promise<Creative | undefined> => {
  const products = await productsFromViews(ports.readModels, campaign)
  const found = products && (await productsOfKeys(campaign.accountId, products, [name], ports)).get(name)
  return products && found && creativeOfProduct(found, products.keyColumn)
}

/** One creative as its campaign shows it now, by name, from the read models (CREATIVE-16); refuses with `missing`. */
export const shownCreative = (
  ports: ReadPorts,
  campaign: RetailCampaign,
  name: string,
  missing: Rejection,
): TE.TaskEither<Rejection, Creative> => {
  switch (campaign.assetSourceType) {
    case 'uploadAsset':
      return saved(ports, campaign, name, missing)
    case 'hybridAsset':
      return pipe(
        saved(ports, campaign, name, missing),
        TE.flatMapTask(creative => async () => {
          const products = await productsFromViews(ports.readModels, campaign)
          const [joined = creative] = await joinedCreatives(campaign.accountId, products, [creative], ports)
          return joined
        }),
      )
    case 'productFeed':
      return pipe(
        TE.fromTask(() => ofRow(ports, campaign, name)),
        TE.flatMap(TE.fromNullable(missing)),
      )
  }
}
