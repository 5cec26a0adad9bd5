import { installPeers } from './install-peers.ts'
import { postgresMissing } from './postgres.ts'

/** A peer: its file, relative to bench/, what it needs besides, and whether its queries read a store. */
type Peering = {
  readonly file: string
  readonly needs: readonly Need[]
  readonly reads: 'a prepared page' | 'a store'
}

/** Why something that peers need is missing; undefined if it is not. */
export const missing = { packages: installPeers, postgres: postgresMissing } as const
export type Need = keyof typeof missing

/** The peers of the rows over HTTP. */
export const peers = {
  'own HTTP stack, no store': { file: 'contestants/own-http.ts', needs: [], reads: 'a prepared page' },
  'node:http, no store': { file: 'contestants/node-http.ts', needs: [], reads: 'a prepared page' },
  'Koa + io-ts, no store': { file: 'contestants/koa.ts', needs: [], reads: 'a prepared page' },
  'Koa + SQLite': { file: 'contestants/koa-sqlite.ts', needs: [], reads: 'a store' },
  'Koa + PostgreSQL': { file: 'peers/koa-postgres.js', needs: ['packages', 'postgres'], reads: 'a store' },
  'NestJS CQRS + SQLite': { file: 'peers/nest-cqrs/main.js', needs: ['packages'], reads: 'a store' },
  'Emmett + SQLite': { file: 'peers/emmett.js', needs: ['packages'], reads: 'a store' },
  'Emmett + PostgreSQL': { file: 'peers/emmett-postgres.js', needs: ['packages', 'postgres'], reads: 'a store' },
} as const satisfies Readonly<Record<string, Peering>>
export type Peer = keyof typeof peers
