import { invalid } from './api-error.ts'
import type { CreativeInput } from './creative.ts'

type Rule = { readonly required?: true; readonly problem: (value: unknown) => string | undefined }

const text = (mostBytes: number, required?: true): Rule => ({
  ...(required ? { required } : {}),
  problem: value => {
    if (typeof value !== 'string') return 'must be a string'
    if (required && value === '') return 'must not be empty'
    return Buffer.byteLength(value) > mostBytes ? `must have at most ${mostBytes} bytes` : undefined
  },
})
const wordOf = (...words: readonly string[]): Rule => ({
  required: true,
  problem: value => (words.some(word => word === value) ? undefined : `must be one of ${words.join(', ')}`),
})
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isPixels = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0
const isWebUrl = (value: unknown): boolean =>
  typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)

const exitTypes: readonly unknown[] = ['EXIT_EVENT_TYPE_DEFAULT', 'EXIT_EVENT_TYPE_BACKUP']
const exitsProblem = (value: unknown): string | undefined => {
  if (!Array.isArray(value) || value.length === 0) return 'must have at least one exit event'
  return value.every(exit => isObject(exit) && exitTypes.includes(exit.type) && isWebUrl(exit.url))
    ? undefined
    : 'must have a type and a URL each'
}

const tagTypes = ['CREATIVE_TYPE_STANDARD', 'CREATIVE_TYPE_EXPANDABLE']
const vastTypes = ['CREATIVE_TYPE_VIDEO', 'CREATIVE_TYPE_AUDIO']

/**
 * The fields that a client may set, and what the DSP refuses in them. The sandbox takes creatives of third parties only.
 * https://developers.google.com/display-video/api/reference/rest/v4/advertisers.creatives
 */
const rules: Readonly<Record<string, Rule>> = {
  displayName: text(240, true),
  entityStatus: wordOf('ENTITY_STATUS_ACTIVE', 'ENTITY_STATUS_PAUSED', 'ENTITY_STATUS_ARCHIVED'),
  creativeType: wordOf(...tagTypes, ...vastTypes),
  hostingSource: wordOf('HOSTING_SOURCE_THIRD_PARTY'),
  dimensions: {
    required: true,
    problem: value =>
      isObject(value) && isPixels(value.widthPixels) && isPixels(value.heightPixels)
        ? undefined
        : 'must have widthPixels and heightPixels',
  },
  exitEvents: { required: true, problem: exitsProblem },
  integrationCode: text(10_000),
  notes: text(20_000),
  thirdPartyTag: text(1_000_000),
  vastTagUrl: { problem: value => (isWebUrl(value) ? undefined : 'must be a URL') },
  requireHtml5: { problem: value => (typeof value === 'boolean' ? undefined : 'must be a boolean') },
}

/** Fields that only the DSP sets; it ignores them in requests. */
const outputOnly = ['name', 'advertiserId', 'creativeId', 'createTime', 'updateTime', 'dynamic', 'reviewStatus']

export const isSettable = (name: string): boolean => Object.hasOwn(rules, name)

const tagProblem = ({ creativeType, thirdPartyTag, vastTagUrl }: Readonly<Record<string, unknown>>) => {
  const isVast = vastTypes.some(type => type === creativeType)
  if (isVast && vastTagUrl === undefined) return 'vastTagUrl is required for a third-party VAST tag creative'
  if (isVast && thirdPartyTag !== undefined) return 'thirdPartyTag is only valid for third-party tag creatives'
  if (!isVast && !thirdPartyTag) return 'thirdPartyTag is required for a third-party tag creative'
  return !isVast && vastTagUrl !== undefined ? 'vastTagUrl is only valid for third-party VAST tag creatives' : undefined
}

/** The settable fields of a request's body; throws an ApiError with the first fault. */
export const settable = (body: unknown): Readonly<Record<string, unknown>> => {
  if (!isObject(body)) throw invalid('Invalid JSON payload received. Root element must be a message.')
  const unknown = Object.keys(body).find(name => !isSettable(name) && !outputOnly.includes(name))
  if (unknown !== undefined)
    throw invalid(
      `Invalid JSON payload received. Unknown name "${unknown.slice(0, 100)}" at 'creative': Cannot find field.`,
    )
  return Object.fromEntries(Object.entries(body).filter(([name]) => isSettable(name)))
}

/** Checks a whole creative; throws an ApiError with the first fault. */
export const checkedCreative = (given: Readonly<Record<string, unknown>>): CreativeInput => {
  for (const [name, { required, problem }] of Object.entries(rules)) {
    const value = given[name]
    if (value === undefined && required) throw invalid(`${name} is required`)
    const found = value === undefined ? undefined : problem(value)
    if (found !== undefined) throw invalid(`${name} ${found}`)
  }
  const problem = tagProblem(given)
  if (problem !== undefined) throw invalid(problem)
  return given as CreativeInput
}
