import type { DspSettings } from '../../adapters/dsp/settings.ts'
import { dspVariables } from './dsp-variables.ts'
import type { Config } from './shape.ts'

type DspConfig = Pick<Config, (typeof dspVariables)[keyof typeof dspVariables]['field']>

/** The DSP of the configuration; undefined if there is none. */
export const dspSettings = (config: DspConfig): DspSettings | undefined => {
  const { dspUrl: url, dspAuthUrl: authUrl, dspTokenUrl: tokenUrl } = config
  const { dspClientId: clientId, dspClientSecret: clientSecret } = config
  if (url === undefined || authUrl === undefined || tokenUrl === undefined) return undefined
  if (clientId === undefined || clientSecret === undefined) return undefined
  return { url, authUrl, tokenUrl, clientId, clientSecret }
}

/** The fault of an environment that sets some of the variables of the DSP, but not all (DSP-4). */
export const dspFaults = (env: Readonly<Record<string, string | undefined>>): readonly string[] => {
  const names = Object.keys(dspVariables)
  const missing = names.filter(name => (env[name] ?? '').trim() === '')
  return missing.length === 0 || missing.length === names.length
    ? []
    : [`${missing.join(', ')} must be set too: the variables of the DSP are set all or none`]
}
