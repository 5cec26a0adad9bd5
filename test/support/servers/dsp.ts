import { openDsp } from '../../../src/adapters/dsp/open-dsp.ts'
import type { Quota } from '../../../src/adapters/dsp/quota/shared-quota.ts'
import type { Patience } from '../../../src/adapters/dsp/retrying.ts'
import { type DspSettings, hostsOf } from '../../../src/adapters/dsp/settings.ts'
import { openFetcher } from '../../../src/adapters/fetcher/guarded.ts'
import { environmentOf } from '../../../src/dsp-sandbox/environment.ts'
import type { SandboxOptions } from '../../../src/dsp-sandbox/sandbox.ts'
import { type RunningSandbox, startDspSandbox } from '../../../src/dsp-sandbox/start.ts'
import { type Dsp, type DspAccess, type DspTag, type DspTokens, isDspFailure } from '../../../src/ports/dsp.ts'
import type { Service } from '../service/service.ts'

/** Pauses as short as tests want them; the deadline is long enough for a busy machine. */
export const impatient: Patience = { timeoutMs: 30_000, retries: 5, firstPauseMs: 1, longestPauseMs: 2 }

export const settingsOf = ({ url, authUrl, tokenUrl, options }: RunningSandbox): DspSettings => ({
  url,
  authUrl,
  tokenUrl,
  clientId: options.clientId,
  clientSecret: options.clientSecret,
})

/** Where people return to in tests, after they authorised Endcap at the DSP. */
export const dspRedirectUrl = 'https://shop.example/dsp-done'

/** The environment of a node that uses the sandbox. */
export const dspEnvironment = (sandbox: RunningSandbox): Record<string, string> =>
  environmentOf(sandbox, dspRedirectUrl)

/** No limit: for tests that are not about quotas. */
export const noQuota: Quota = { take: async () => undefined, usedUp: async () => undefined }

const redirectUri = 'https://endcap.test/dsp/callback'
const codeVerifier = 'v'.repeat(64)

/** Presses a button of the consent page; the address to which it leads. */
export const answerConsent = async (authorizationUrl: string, answer: 'approve' | 'refuse'): Promise<URL> => {
  const fields = new URL(authorizationUrl).searchParams
  fields.set('answer', answer)
  const { origin, pathname } = new URL(authorizationUrl)
  const answered = await fetch(`${origin}${pathname}`, { method: 'POST', body: fields, redirect: 'manual' })
  const location = answered.headers.get('location')
  if (location === null) throw new Error(`no redirect: ${answered.status} ${await answered.text()}`)
  return new URL(location)
}

const must = <A>(result: A): Exclude<A, { readonly transient: boolean }> => {
  if (isDspFailure(result)) throw new Error(`${result.code}: ${result.detail}`)
  return result as Exclude<A, { readonly transient: boolean }>
}

export { must as mustDo }

/** Goes through consent and exchange, as a person and Endcap do. */
export const authorised = async (dsp: Dsp): Promise<DspTokens> => {
  const url = must(await dsp.authorizationUrl({ state: 's', codeVerifier, redirectUri }))
  const back = await answerConsent(url, 'approve')
  return must(await dsp.exchangeCode(back.searchParams.get('code') ?? '', { codeVerifier, redirectUri }))
}

/** What a person returns with to DSP_REDIRECT_URL, in the query parameter `data` (DSP-6). */
export const dataIn = (location: string): { partnerId: string; message: string; status: number } =>
  JSON.parse(new URL(location).searchParams.get('data') ?? 'null')

/** Asks for the link to the page that says for whom a consent is, as a page of a customer does. */
export const consentLinkOf = async (service: Pick<Service, 'call'>, accountId: string, partnerId = 1001) => {
  const path = `/v2/accounts/${accountId}/dsp-configurations/${partnerId}/auth-gateway`
  const { json } = await service.call('GET', path, undefined, { headers: { accept: 'application/json' } })
  return json.authorizationUrl as string
}

/** The cookies of the browser that confirmed the consents of a test, by state. */
const jar = new Map<string, string>()
/** The headers with which that browser comes to the callback. */
export const browserOf = (back: URL) => ({ cookie: jar.get(back.searchParams.get('state') ?? '') ?? '' })

/** Presses the button of the page behind a link, at this service whatever its PUBLIC_URL; the consent screen to which it leads. */
export const confirmConsent = async ({ url }: Pick<Service, 'url'>, link: string): Promise<string> => {
  const answered = await fetch(`${url}${new URL(link).pathname}`, { method: 'POST', redirect: 'manual' })
  const [screen, cookie] = [answered.headers.get('location'), answered.headers.get('set-cookie')]
  if (screen === null || cookie === null) throw new Error(`not confirmed: ${answered.status} ${await answered.text()}`)
  jar.set(new URL(screen).searchParams.get('state') ?? '', cookie.split(';')[0] ?? '')
  return screen
}

/** Asks for consent to a partner, and confirms it; the consent screen. */
export const consentScreenOf = async (service: Pick<Service, 'call' | 'url'>, accountId: string, partnerId = 1001) =>
  confirmConsent(service, await consentLinkOf(service, accountId, partnerId))

/**
 * Authorises a service at a sandbox, as a person does: asks for the consent screen, approves, and follows to the callback. Returns the
 * address to which the callback leads.
 */
export const authoriseAt = async (
  service: Pick<Service, 'call' | 'url'>,
  { authUrl }: Pick<RunningSandbox, 'authUrl'>,
  accountId: string,
  partnerId = 1001,
): Promise<string> => {
  const screen = await consentScreenOf(service, accountId, partnerId)
  if (!screen.startsWith(authUrl)) throw new Error(`another DSP: ${screen}`)
  const callback = await answerConsent(screen, 'approve')
  // the service under test, whatever its PUBLIC_URL
  const answered = await fetch(`${service.url}${callback.pathname}${callback.search}`, {
    redirect: 'manual',
    headers: browserOf(callback),
  })
  const location = answered.headers.get('location') ?? ''
  if (dataIn(location).status !== 200) throw new Error(`not authorised: ${answered.status} ${location}`)
  return location
}

/** Gives the access token, and refreshes it when the DSP has refused it. */
export const accessOf = (dsp: Dsp, tokens: DspTokens): DspAccess => {
  let { accessToken } = tokens
  return {
    accountId: 'acme',
    async token(refused) {
      if (refused === undefined) return accessToken
      const fresh = await dsp.refreshTokens(tokens.refreshToken)
      if (isDspFailure(fresh)) return fresh
      accessToken = fresh.accessToken
      return accessToken
    },
  }
}

type Given = Partial<SandboxOptions> & { readonly quota?: Quota; readonly patience?: Patience }

/** A sandbox of the DSP, the adapter over it, and a person's consent. `advertiserId`: its first advertiser. */
export const startDsp = async ({ quota = noQuota, patience = impatient, ...options }: Given = {}) => {
  const sandbox = await startDspSandbox(options)
  const settings = settingsOf(sandbox)
  const fetcher = openFetcher({ egressAllow: hostsOf(settings) })
  const clock = { now: () => new Date(sandbox.now()) }
  const dsp = openDsp({ settings, fetcher, quota, clock, patience })
  const tokens = await authorised(dsp)
  return {
    sandbox,
    dsp,
    clock,
    fetcher,
    tokens,
    access: accessOf(dsp, tokens),
    advertiserId: Number(sandbox.advertisers[0]?.advertiserId),
    stop: async () => {
      await fetcher.close()
      await sandbox.stop()
    },
  }
}
export type StartedDsp = Awaited<ReturnType<typeof startDsp>>

/** A tag with a name and an id of its own. */
export const tagOf = (tagId: string, more: Partial<DspTag> = {}): DspTag => ({
  tagId,
  name: `Spring garden ${tagId}`,
  width: 300,
  height: 250,
  content: { kind: 'html', html: `<script src="https://ads.test/tags/${tagId}.js"></script>` },
  clickUrl: 'https://shop.test/spring',
  ...more,
})
