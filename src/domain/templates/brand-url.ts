import { WebUrl } from '../../codec/names.ts'
import { orEmpty } from '../../codec/or-empty.ts'
import { further } from '../../codec/text.ts'

const hasLogin = (url: string): boolean => {
  const { username, password } = new URL(url)
  return username !== '' || password !== ''
}

/** The address of brand guidelines: http or https, without a login, which does not belong into an address. */
export const BrandUrl = further(WebUrl, url => !hasLogin(url), 'must have no user and password', {
  type: 'string',
  format: 'uri',
  maxLength: 2048,
})

/** The address in a form, where an input that was left empty is an empty text (TEMPLATE-3). */
export const FormBrandUrl = orEmpty(BrandUrl)
