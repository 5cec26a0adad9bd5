import { keptBy } from '../../engine/kept-by.ts'
import { promptTurns } from '../../engine/prompt-turns.ts'

/** Milliseconds after which an attempt, or a mail, is slow: a mail server may keep each mail waiting for six minutes. */
const promptMs = 30_000
/** Bytes of pictures that the attempts of a node may hold before slow ones have to keep their places. */
const mostBytes = 64 * 1024 * 1024

/** What an attempt says about itself. */
export type MailTurn = {
  /** It holds so many bytes of pictures until it ends. */
  holds(bytes: number): void
  /** Whether a mail was prompt. After one that was not, the attempts of its account have slow places until one is. */
  wasPrompt(ms: number): boolean
}

/**
 * Turns of the attempts of a node to send mails (ADR 0158). Slow ones leave their place to others, and accounts whose last mail was slow
 * wait for each other. While an attempt draws its pictures it keeps its place, however long that takes.
 */
export const mailTurns = keptBy(() => {
  const turnsOf = promptTurns({ prompt: { inAll: 4, perAccount: 2 }, slow: { inAll: 8, perAccount: 2 }, promptMs })
  /** Accounts whose last mail was slow. */
  const slow = new Set<string>()
  let held = 0
  return async (accountId: string, signal: AbortSignal, attempt: (turn: MailTurn) => Promise<void>): Promise<void> => {
    let own: number | undefined
    const turn: MailTurn = {
      holds(bytes) {
        own = bytes
        held += bytes
      },
      wasPrompt(ms) {
        const isPrompt = ms < promptMs
        if (isPrompt) slow.delete(accountId)
        else slow.add(accountId)
        return isPrompt
      },
    }
    const isLarge = () => own === undefined || held > mostBytes
    try {
      await turnsOf(accountId, slow.has(accountId)).run(() => attempt(turn), { isLarge, signal })
    } finally {
      held -= own ?? 0
    }
  }
})
