import type { ModelSettings } from '../../adapters/template-generator/model/settings.ts'
import type { generatorVariables } from './generator-variables.ts'
import type { Config } from './shape.ts'

type GeneratorConfig = Pick<Config, (typeof generatorVariables)[keyof typeof generatorVariables]['field']>

/** The model of the configuration; undefined if there is none. */
export const modelSettings = (config: GeneratorConfig): ModelSettings | undefined => {
  const { generatorUrl: url, generatorModel: model, generatorKey: key } = config
  const { generatorTimeoutMs: timeoutMs, generatorMaxTokens: maxTokens } = config
  return url === undefined || model === undefined ? undefined : { url, model, key, timeoutMs, maxTokens }
}

/** The fault of an environment that names a model without its address, or the other way round. */
export const generatorFaults = (env: Readonly<Record<string, string | undefined>>): readonly string[] => {
  const [url, model, key] = ['GENERATOR_URL', 'GENERATOR_MODEL', 'GENERATOR_KEY'].map(
    name => (env[name] ?? '').trim() !== '',
  )
  if (url && !model) return ['GENERATOR_MODEL must be set with GENERATOR_URL: it names the model']
  return !url && (model || key) ? ['GENERATOR_URL must be set with GENERATOR_MODEL and GENERATOR_KEY'] : []
}
