/** How a build depends on the turns of its node (ADR 0152). */
export type BuildPermit = {
  /** Aborts when the build is to end. */
  readonly signal: AbortSignal
  /** Resolves when the build may write, which is while this node has a turn; rejects when it is to end. */
  mayWrite(): Promise<void>
  /** A view could not be built. */
  failed(): void
}

/** Of an ended build there is no result to go on with. */
const never = new Promise<never>(() => undefined)

type Current = { turn: number; hasFailed: boolean; readonly halt: AbortController; readonly built: Promise<void> }

/**
 * Builds views during the turns of a node. A build goes on in the next turn of the same node; in between it writes nothing. It ends when
 * another node has had a turn, or when a turn ends and a view has failed: the next build resumes what was written.
 */
export const buildsOfTurns = (build: (permit: BuildPermit) => Promise<void>) => {
  let current: Current | undefined
  let isInTurn = false
  let isClosed = false
  let turnBegins = Promise.withResolvers<void>()

  const end = () => {
    current?.halt.abort()
    // what waits to write learns that it is to end
    turnBegins.resolve()
  }
  const started = (turn: number): Current => {
    const halt = new AbortController()
    const mayWrite = async () => {
      if (!halt.signal.aborted) await turnBegins.promise
      halt.signal.throwIfAborted()
    }
    const failed = () => {
      begun.hasFailed = true
      if (!isInTurn) end()
    }
    const built = build({ signal: halt.signal, mayWrite, failed }).finally(() => {
      if (current === begun) current = undefined
    })
    const begun: Current = { turn, hasFailed: false, halt, built }
    return begun
  }
  return {
    /** A turn begins. Resolves when the views are built; never, if the build ends before. */
    begin: async (turn: number): Promise<void> => {
      isInTurn = true
      turnBegins.resolve()
      if (current?.turn !== turn - 1) end()
      if (isClosed) return never
      if (!current || current.halt.signal.aborted) current = started(turn)
      current.turn = turn
      const { halt, built } = current
      await built
      return halt.signal.aborted ? never : undefined
    },
    /** The turn is over. */
    over: (): void => {
      isInTurn = false
      turnBegins = Promise.withResolvers()
      if (current?.hasFailed) end()
    },
    /** Another node feeds the views. */
    fedElsewhere: (): void => {
      if (!isInTurn) end()
    },
    /** The node stops: the build ends, and none begins. Resolves when it has ended. */
    close: async (): Promise<void> => {
      isClosed = true
      end()
      await current?.built
    },
  }
}
