import type { Ports } from '../../ports/ports.ts'

type Configured = Pick<Ports['config'], 'publicUrl'>

/** The path of the callback (DSP-18). */
export const callbackPath = '/dsp/callback'

/** Where the DSP sends people: the address that is registered there. It never follows from a request. */
export const callbackUrl = ({ publicUrl }: Configured): string => `${publicUrl}${callbackPath}`

/** The page on which a person confirms for whom the consent is (DSP-25). */
export const confirmPath = '/dsp/consent'

/** The address of that page. It is on the host of the callback, so that the callback gets its cookie. */
export const confirmUrl = (state: string, { publicUrl }: Configured): string => `${publicUrl}${confirmPath}/${state}`

/** What a person returns with. `partnerId`: of a state that we signed; empty without one (DSP-6). */
export type ConsentResult = { readonly partnerId: string; readonly message: string; readonly status: 200 | 422 }

/** The address to which a person finally returns, with the result in `data` (DSP-6); a query that it has is kept. */
export const resultUrl = (dspRedirectUrl: string, { partnerId, message, status }: ConsentResult): string => {
  const url = new URL(dspRedirectUrl)
  const data = encodeURIComponent(JSON.stringify({ partnerId, message, status }))
  url.search = `${url.search === '' ? '?' : `${url.search}&`}data=${data}`
  return url.href
}
