import { invalid } from './api-error.ts'
import { approvalStatus, archived, type StoredCreative, updatedAt } from './creative.ts'

type Restriction = { readonly field: string; readonly operator: string; readonly value: string }

/** The fields of a filter, their operators, and whether there may be at most one restriction of them. */
const known: Readonly<Record<string, { readonly operators: string; readonly once?: true }>> = {
  approvalStatus: { operators: '=' },
  creativeId: { operators: '=' },
  creativeType: { operators: '=' },
  dimensions: { operators: '=' },
  dynamic: { operators: '=', once: true },
  entityStatus: { operators: '=', once: true },
  exchangeReviewStatus: { operators: '=' },
  lineItemIds: { operators: ':' },
  maxDuration: { operators: '=', once: true },
  minDuration: { operators: '=', once: true },
  updateTime: { operators: '>= <=', once: true },
}

const longest = 500
const part = /\s*(?:(AND|OR)\s+|([A-Za-z]+)\s*(>=|<=|=|:)\s*(?:"([^"]*)"|([^\s"()]+))\s*)/y
const isSecond = (value: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value)

const checked = ({ field, operator, value }: Restriction, earlier: readonly Restriction[]): Restriction => {
  const rule = Object.hasOwn(known, field) ? known[field] : undefined
  if (!rule) throw invalid(`Filter field "${field}" is not supported.`)
  if (!rule.operators.split(' ').includes(operator))
    throw invalid(`Operator "${operator}" is not supported for ${field}.`)
  if (rule.once && earlier.some(other => other.field === field))
    throw invalid(`There may be at most one restriction for ${field}.`)
  if (field === 'updateTime' && !isSecond(value)) throw invalid('updateTime must have the form YYYY-MM-DDTHH:MM:SSZ.')
  return { field, operator, value }
}

/** A filter as groups of which all must hold; of a group one. OR binds closer than AND, and without either it is AND. */
const groupsOf = (filter: string): readonly (readonly Restriction[])[] => {
  const groups: Restriction[][] = []
  let joins = ''
  part.lastIndex = 0
  while (part.lastIndex < filter.length) {
    const [, word, field, operator = '', quoted, bare = ''] = part.exec(filter) ?? []
    if (word !== undefined && joins === '' && groups.length > 0) joins = word
    else if (field !== undefined) {
      const restriction = checked({ field, operator, value: quoted ?? bare }, groups.flat())
      if (joins === 'OR') groups.at(-1)?.push(restriction)
      else groups.push([restriction])
      joins = ''
    } else throw invalid('The filter is invalid.')
  }
  if (joins !== '') throw invalid('The filter is invalid.')
  return groups
}

const holds = ({ field, operator, value }: Restriction, creative: StoredCreative, now: number): boolean => {
  const { input, creativeId } = creative
  switch (field) {
    case 'approvalStatus':
      return approvalStatus(creative, now) === value
    case 'creativeId':
      return creativeId === value
    case 'creativeType':
      return input.creativeType === value
    case 'dimensions':
      return `${input.dimensions.widthPixels}x${input.dimensions.heightPixels}` === value
    case 'dynamic':
      return value === 'false'
    case 'entityStatus':
      return input.entityStatus === value
    case 'updateTime': {
      const seconds = Date.parse(value)
      return operator === '>=' ? updatedAt(creative, now) >= seconds : updatedAt(creative, now) <= seconds
    }
  }
  // exchanges, line items and durations: the sandbox has none
  return false
}

/**
 * The filter of creatives.list; throws an ApiError if it is invalid. Archived creatives are left out unless it asks for a status.
 * https://developers.google.com/display-video/api/reference/rest/v4/advertisers.creatives/list
 */
export const creativeFilter = (filter: string): ((creative: StoredCreative, now: number) => boolean) => {
  if (filter.length > longest) throw invalid(`The filter must have at most ${longest} characters.`)
  const groups = groupsOf(filter)
  const asksForStatus = groups.flat().some(({ field }) => field === 'entityStatus')
  return (creative, now) =>
    (asksForStatus || creative.input.entityStatus !== archived) &&
    groups.every(group => group.some(restriction => holds(restriction, creative, now)))
}
