import * as t from 'io-ts'
import { about, described, named } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { openObject } from '../../codec/json.ts'
import { text } from '../../codec/text.ts'

const TypeText = text({ max: 64 })
const TransformationType = described(TypeText, {
  ...TypeText.schema,
  description:
    'The types crop, resize, position, textStyle, colour and visibility are rendered, on elements whose data-asset names the column. Other types are stored but not rendered.',
})
const TransformationValues = described(openObject(), {
  type: 'object',
  additionalProperties: true,
  description:
    'By type. crop: x, y, width, height in percent of the element. resize: width, height (a number of px, or a length such as 50%), fit (contain, cover, fill, none, scale-down). position: x, y, relative to the original position. textStyle: fontSize, fontFamily, fontWeight, fontStyle, textAlign, lineHeight, letterSpacing, textTransform. colour: color, backgroundColor. visibility: visible. At most 64 KiB as JSON.',
})

/** A stored transformation; `data` and `transformation` are open (CREATIVE-6). */
export const Transformation = named(
  'Transformation',
  fields(
    {
      transformationIdx: integer(1),
      advertiserIdx: integer(0),
      adIdx: integer(1),
      adUnitIdx: integer(1),
      dataServiceId: integer(1),
      assetKey: t.string,
      versionId: integer(1),
      isArchived: t.boolean,
      isActive: t.boolean,
    },
    {
      assetId: text({ max: 255 }),
      assetProperty: text({ max: 255 }),
      type: text({ max: 64 }),
      transformationType: text({ max: 64 }),
      data: openObject(),
      transformation: openObject(),
    },
  ),
)
export type Transformation = t.TypeOf<typeof Transformation>

/** A transformation in a request; members set by the server are ignored (HTTP-8, CREATIVE-3). */
export const TransformationRequest = named(
  'SentTransformation',
  fields(
    {},
    {
      assetId: about(text({ max: 255 }), 'The id of the asset in your system; stored as it is.'),
      assetProperty: about(text({ max: 255 }), 'The property of the asset; stored as it is.'),
      type: TransformationType,
      transformationType: about(text({ max: 64 }), 'The kind of transformation in your system; stored as it is.'),
      data: about(openObject(), 'Further data; stored as it is, at most 64 KiB.'),
      transformation: TransformationValues,
      isArchived: about(t.boolean, 'Whether the transformation is archived; it is not rendered then.'),
      isActive: about(t.boolean, 'Whether the transformation is rendered.'),
      dataServiceId: about(integer(0), 'The asset source of the campaign; another one is 400.'),
    },
  ),
)
export type TransformationRequest = t.TypeOf<typeof TransformationRequest>

export const AdUnitTransformation = fields({ adUnitId: integer(1), transformations: t.array(Transformation) })
export type AdUnitTransformation = t.TypeOf<typeof AdUnitTransformation>
