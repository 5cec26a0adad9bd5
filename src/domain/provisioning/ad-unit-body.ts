import { about, named } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { Name } from '../../codec/names.ts'
import { text } from '../../codec/text.ts'
import { Dimension } from './aggregates.ts'

/** An ad unit in a request; its HTML is a Mustache template over the asset columns. */
export const AdUnitBody = named(
  'TemplateAdUnit',
  fields(
    {
      adUnitId: about(integer(1), 'The id of the ad unit, unique in the template campaign.'),
      adUnitName: about(Name, 'The name of the ad unit.'),
      dimension: about(Dimension, 'Width and height in pixels, such as 300x250.'),
      html: about(
        text({ min: 1, max: 1_048_576, multiline: true }),
        'The HTML of the ad: Mustache over the columns of creatives, such as {{headline}}.',
      ),
    },
    {
      durationMs: about(
        integer(0, 30_000),
        'Milliseconds of the animation; absent: it is measured, 30 seconds at most; 0: a still picture.',
      ),
    },
  ),
)
