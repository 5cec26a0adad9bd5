import { fields, integer, Name, oneOf, text } from '../../codec.ts'
import { serviceTypes } from './root-dir.ts'

/** A cloud service as answers show it (2.11): no key fields. */
export const CloudServiceReply = fields({
  id: integer(1),
  name: Name,
  serviceType: oneOf(...serviceTypes),
  rootDir: text({ max: 8192 }),
})
