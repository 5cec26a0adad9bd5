import * as t from 'io-ts'
import type { AssetSourceView } from '../../projections/asset-sources/asset-sources.ts'
import { fields } from '../codec/fields.ts'
import { integer } from '../codec/integer.ts'
import { oneOf } from '../codec/text.ts'
import {
  characterEncodings,
  contentTypes,
  csvSeparators,
  recordShapes,
  sentOptions,
  type Understood,
} from '../domain/asset-sources/feed-format.ts'
import { isRemote } from './remote/remote-source.ts'

/** How the file of a source is read: by the request's options, else as its first run understood it (SOURCE-24). */
export const ReadAs = fields(
  { contentType: oneOf(...contentTypes) },
  {
    characterEncoding: oneOf(...characterEncodings),
    csvSeparator: oneOf(...csvSeparators),
    firstRowIsHeader: t.boolean,
    skipLines: integer(0),
    rowXPath: t.string,
    recordShape: oneOf(...recordShapes),
  },
)
export type ReadAs = t.TypeOf<typeof ReadAs>

type Options = Parameters<typeof sentOptions>[0] & Pick<ReadAs, 'contentType'>

/** The options of a request, and what was found out for the others. */
export const readAs = (options: Options, understood: Understood | undefined): ReadAs => ({
  contentType: options.contentType,
  ...sentOptions(options),
  ...understood,
})

/** How the answers of a remote source are read; undefined for another source. */
export const remoteReadAs = (view: AssetSourceView): ReadAs | undefined => {
  const source = 'source' in view ? view.source : undefined
  return isRemote(source) ? readAs(source.remote, source.remote.understood) : undefined
}
