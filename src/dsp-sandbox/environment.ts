import type { RunningSandbox } from './start.ts'

/** The environment of a node that uses a sandbox (DSP-4). `redirectUrl`: where people return to after they authorised Endcap. */
export const environmentOf = (
  { url, authUrl, tokenUrl, options }: RunningSandbox,
  redirectUrl = `${url}/`,
): Record<string, string> => ({
  DSP_URL: url,
  DSP_AUTH_URL: authUrl,
  DSP_TOKEN_URL: tokenUrl,
  DSP_CLIENT_ID: options.clientId,
  DSP_CLIENT_SECRET: options.clientSecret,
  DSP_REDIRECT_URL: redirectUrl,
})
