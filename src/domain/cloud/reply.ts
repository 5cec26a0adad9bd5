import type * as t from 'io-ts'
import { named } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { Name } from '../../codec/names.ts'
import { oneOf, text } from '../../codec/text.ts'
import { serviceTypes } from './root-dir.ts'

/** A cloud service as responses show it (CLOUD-2), without its keys. */
export const CloudServiceReply = named(
  'CloudService',
  fields({
    id: integer(1),
    name: Name,
    serviceType: oneOf(...serviceTypes),
    rootDir: text({ max: 8192 }),
  }),
)

/** For the OpenAPI document. */
export const exampleService: t.TypeOf<typeof CloudServiceReply> = {
  id: 7,
  name: 'Studio files',
  serviceType: 'AmazonS3',
  rootDir: 'https://s3.amazonaws.com/acme-studio/spring',
}
