import { further, text } from '../codec/text.ts'

const isWebUrl = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
const mustBeUrl = 'must be an https or http URL'

/** An address that events can be sent to (WEBHOOK-1). Whether it may be reached is checked when connecting. */
export const WebUrl = further(text({ min: 1, max: 2_048 }), isWebUrl, mustBeUrl, {
  type: 'string',
  format: 'uri',
  maxLength: 2_048,
})
