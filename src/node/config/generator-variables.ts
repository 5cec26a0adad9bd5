import * as t from 'io-ts'
import { orElse, whole } from './codecs.ts'
import { webUrl } from './rules.ts'

/** The variables of the generation of templates (ADR 0063, ADR 0064); the same form as the other variables. */
export const generatorVariables = {
  GENERATOR_URL: {
    field: 'generatorUrl',
    shown: 'built in',
    codec: orElse(undefined, webUrl),
    means:
      'Base of an OpenAI-compatible API whose model makes templates, for example http://localhost:11434/v1; without it they follow rules.',
  },
  GENERATOR_MODEL: {
    field: 'generatorModel',
    shown: '',
    codec: orElse(undefined, t.string),
    means: 'Name of the model there.',
  },
  GENERATOR_KEY: {
    field: 'generatorKey',
    shown: '',
    codec: orElse(undefined, t.string),
    means: 'Key that is sent to it as a bearer token, if it needs one.',
  },
  GENERATOR_TIMEOUT_MS: {
    field: 'generatorTimeoutMs',
    shown: '120000',
    codec: orElse(120_000, whole(1_000, 3_600_000)),
    means: 'Milliseconds that one answer of the model may take.',
  },
  GENERATOR_MAX_TOKENS: {
    field: 'generatorMaxTokens',
    shown: '16000',
    codec: orElse(16_000, whole(256, 1_000_000)),
    means: 'Tokens that the answers of the model for one template may have together.',
  },
  GENERATIVE_SERVICE_URL: {
    field: 'generativeServiceUrl',
    shown: '',
    codec: orElse(undefined, webUrl),
    means: 'Root of a generative service that start operations are passed on to.',
  },
} as const
