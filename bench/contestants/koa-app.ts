import type { IncomingMessage } from 'node:http'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import Koa from 'koa'
import { listening } from './listening.ts'

/** The shape of a command. */
export const Body = t.type({
  creativeName: t.string,
  dynamicAssets: t.array(t.type({ columnName: t.string, columnValue: t.string })),
})
export type Body = t.TypeOf<typeof Body>
export type Asked = { readonly limit: number; readonly offset: number; readonly largerThan: number }

/** The operations of a Koa peer: saves a creative of a campaign; returns the JSON text of a page of the library, or of a campaign. */
export type Store = {
  /** Only where the row reads campaigns. */
  read?(campaign: string): Promise<string>
  save(campaign: string, body: Body): Promise<void> | void
  list(asked: Asked): Promise<string> | string
}

const sizeIn = /^size>(\d+)$/

/** What a query asks for. */
export const askedIn = ({ limit, offset, filters }: Readonly<Record<string, unknown>>): Asked => ({
  limit: Number(limit),
  offset: Number(offset),
  largerThan: Number(sizeIn.exec(String(filters))?.[1]),
})

const readBody = (req: IncomingMessage): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    req.on('data', chunk => chunks.push(chunk))
    req.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())))
    req.on('error', reject)
  })

const campaignIn = /^\/v2\/accounts\/[^/]+\/retail-campaigns\/(\d+)(?:\/creative)?$/

/** A minimal Koa app that checks the presence of the key and the shapes (io-ts) of the two requests. */
export const serveKoa = (store: Store): void => {
  const koa = new Koa()
  koa.use(async ctx => {
    if (!ctx.get('svc_apikey')) return ctx.throw(401)
    const campaign = campaignIn.exec(ctx.path)?.[1]
    if (ctx.method === 'GET') {
      ctx.type = 'application/json'
      ctx.body = await (campaign !== undefined && store.read ? store.read(campaign) : store.list(askedIn(ctx.query)))
      return
    }
    const body = Body.decode(await readBody(ctx.req))
    if (E.isLeft(body) || campaign === undefined) return ctx.throw(400)
    await store.save(campaign, body.right)
    ctx.body = { message: `Creative ${body.right.creativeName} was saved.` }
  })
  listening(koa.callback())
}
