import { setImmediate } from 'node:timers/promises'
import type { EventStoreDBClient } from '@eventstore/db-client'
import { atMost } from '../../../engine/pause.ts'
import { type Connection, connect, type OnBroken } from './client.ts'
import { isLost, isNoAnswer, isNotLeader, within } from './errors.ts'

/** The end of a call on a client that was left is local; on a dead connection it may be missed. Milliseconds. */
const leavingMs = 100

type Appender = Connection & {
  readonly url: string
  /** Resolves when the client is connected; another one while it goes to the leader. */
  connected: Promise<unknown>
  /** Calls without an answer. */
  readonly underWay: Set<Promise<unknown>>
}

/**
 * Attempts to append, on one client at a time for the whole process. The client of EventStoreDB keeps the waiting appends of all
 * clients in one table: a stream that breaks empties it, and the next answer on another stream is an uncaught TypeError that ends the
 * process. So a client is left (`dispose`), and all of its appends have been given up, before the next one appends.
 */
export const oneAppender = (connectTo: (url: string, onBroken: OnBroken) => Connection = connect) => {
  let current: Appender | undefined
  let leaving: Promise<unknown> = Promise.resolve()

  const leave = (one: Appender): void => {
    if (current !== one) return
    current = undefined
    const dispose = async () => {
      // appends that were called in this turn are on their stream by then
      await setImmediate()
      await atMost(leavingMs, one.client.dispose())
      await setImmediate()
    }
    leaving = dispose().catch(() => undefined)
  }

  const open = (url: string): Appender => {
    const one: Appender = {
      url,
      underWay: new Set(),
      connected: Promise.resolve(),
      ...connectTo(url, (error, handled) => {
        if (isNotLeader(error)) one.connected = handled.then(one.ready)
        else if (isLost(error)) leave(one)
        one.connected.catch(() => undefined)
      }),
    }
    one.connected = one.ready()
    return one
  }

  /** Calls `send` as soon as it may append, unless it is over by then. */
  const send = async <A>(
    url: string,
    call: (client: EventStoreDBClient) => Promise<A>,
    state: { isOver: boolean; on?: Appender },
  ): Promise<A> => {
    for (;;) {
      await leaving
      current ??= open(url)
      const one = current
      if (one.url !== url) {
        // a process that appends to two stores has them take turns
        await Promise.allSettled(one.underWay)
        if (current === one && one.underWay.size === 0) leave(one)
        continue
      }
      state.on = one
      const ready = one.connected
      await ready.catch(error => {
        // the client would answer everything with this error
        leave(one)
        throw error
      })
      if (state.isOver) throw new Error('the attempt is over')
      if (current !== one || one.connected !== ready) continue
      const answer = call(one.client)
      const forget = () => one.underWay.delete(answer)
      one.underWay.add(answer)
      answer.then(forget, forget)
      return answer
    }
  }

  return {
    /** One attempt, which rejects after `ms` without an answer; its client is left then. */
    attempt: async <A>(url: string, ms: number, call: (client: EventStoreDBClient) => Promise<A>): Promise<A> => {
      const state: { isOver: boolean; on?: Appender } = { isOver: false }
      const sent = send(url, call, state)
      try {
        return await within(ms, sent)
      } catch (error) {
        state.isOver = true
        sent.catch(() => undefined)
        if (state.on && isNoAnswer(error)) leave(state.on)
        throw error
      }
    },
    /** Leaves the client of a URL; a log that still appends goes on with another one. */
    close: async (url: string): Promise<void> => {
      if (current?.url === url) leave(current)
      await leaving
    },
  }
}
export type OneAppender = ReturnType<typeof oneAppender>

/** That of this process. */
export const appender = oneAppender()
