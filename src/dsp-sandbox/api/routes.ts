import type Router from '@koa/router'
import type { Context } from 'koa'
import { partnerId, type Sandbox } from '../sandbox.ts'
import { admitted, isFaulty } from './admitted.ts'
import { forbidden, invalid } from './api-error.ts'
import { checkedCreative, isSettable, settable } from './check-creative.ts'
import { creativeJson } from './creative.ts'
import { creativeFilter } from './filter.ts'
import { pageOf, parameter, type Query } from './paging.ts'
import { partial } from './partial.ts'

const bodyOf = (ctx: Context): unknown => ctx.request.body

/** The sandbox knows ascending orders that its ids are in. */
const mustBeInOrder = (query: Query, ...known: readonly string[]): void => {
  const orderBy = parameter(query, 'orderBy')
  if (orderBy !== undefined && !known.includes(orderBy)) throw invalid(`orderBy must be one of ${known.join(', ')}.`)
}

/** https://developers.google.com/display-video/api/reference/rest/v4/advertisers/list */
const listAdvertisers = ({ advertisers }: Sandbox, { query }: Context): unknown => {
  const partner = parameter(query, 'partnerId')
  if (partner === undefined) throw invalid('partnerId is required.')
  if (partner !== partnerId) throw forbidden()
  mustBeInOrder(query, 'displayName')
  const { items, next } = pageOf(advertisers, one => one.advertiserId, query)
  const shown = items.map(one => ({ ...one, partnerId, entityStatus: 'ENTITY_STATUS_ACTIVE' }))
  const answer = { advertisers: shown, ...(next === undefined ? {} : { nextPageToken: next }) }
  return partial(answer, parameter(query, 'fields'))
}

/** https://developers.google.com/display-video/api/reference/rest/v4/advertisers.creatives/list */
const listCreatives = ({ store, now }: Sandbox, { query, params }: Context): unknown => {
  mustBeInOrder(query, 'creativeId', 'createTime')
  const isMatch = creativeFilter(parameter(query, 'filter') ?? '')
  const at = now()
  const matching = store.ofAdvertiser(params.advertiserId).filter(creative => isMatch(creative, at))
  const { items, next } = pageOf(matching, creative => creative.creativeId, query)
  const creatives = items.map(creative => creativeJson(creative, at))
  // as in all answers of the DSP, an empty list is left out
  const listed = creatives.length === 0 ? {} : { creatives }
  return partial({ ...listed, ...(next === undefined ? {} : { nextPageToken: next }) }, parameter(query, 'fields'))
}

/** https://developers.google.com/display-video/api/reference/rest/v4/advertisers.creatives/create */
const createCreative = (sandbox: Sandbox, ctx: Context): unknown => {
  const input = checkedCreative(settable(bodyOf(ctx)))
  if (isFaulty(ctx, sandbox, 'creative-refused')) throw invalid('The third-party tag cannot be accepted.')
  const verdict = isFaulty(ctx, sandbox, 'review-rejected') ? 'rejected' : 'approved'
  return creativeJson(sandbox.store.create(ctx.params.advertiserId, input, verdict), sandbox.now())
}

const getCreative = ({ store, now }: Sandbox, { params, query }: Context): unknown =>
  partial(creativeJson(store.find(params.advertiserId, params.creativeId), now()), parameter(query, 'fields'))

/** https://developers.google.com/display-video/api/reference/rest/v4/advertisers.creatives/patch */
const patchCreative = ({ store, now }: Sandbox, ctx: Context): unknown => {
  const { params, query } = ctx
  const mask = (parameter(query, 'updateMask') ?? '').split(',').filter(name => name !== '')
  if (mask.length === 0) throw invalid('updateMask is required.')
  const unknown = mask.find(name => !isSettable(name))
  if (unknown !== undefined) throw invalid(`updateMask names "${unknown.slice(0, 100)}", which cannot be updated.`)
  const given = settable(bodyOf(ctx))
  const creative = store.find(params.advertiserId, params.creativeId)
  const changes = Object.fromEntries(mask.map(name => [name, given[name]]))
  return creativeJson(store.change(creative, checkedCreative({ ...creative.input, ...changes })), now())
}

/** The API of the DSP, under the paths and rules of its reference. */
export const addApiRoutes = (router: Router, sandbox: Sandbox): void => {
  const creatives = '/v4/advertisers/:advertiserId/creatives'
  router.get(
    '/v4/advertisers',
    admitted(sandbox, ctx => listAdvertisers(sandbox, ctx)),
  )
  router.get(
    creatives,
    admitted(sandbox, ctx => listCreatives(sandbox, ctx)),
  )
  router.post(
    creatives,
    admitted(sandbox, ctx => createCreative(sandbox, ctx)),
  )
  router.get(
    `${creatives}/:creativeId`,
    admitted(sandbox, ctx => getCreative(sandbox, ctx)),
  )
  router.patch(
    `${creatives}/:creativeId`,
    admitted(sandbox, ctx => patchCreative(sandbox, ctx)),
  )
}
