/** Lists that are read at a time while views are late; each may have the server read many documents. */
const mostWhileLate = 4

/**
 * Bounds how many lists are read at a time while views are late, so that those who read leave a server that is too slow to those who feed
 * (ADR 0171). A list that has waited for `limitMs` is not read any more: whoever asked for it has been answered.
 */
export const fewAtATime = (isLate: () => boolean, limitMs: number, most = mostWhileLate) => {
  const waiting: (() => void)[] = []
  let reading = 0
  const ended = () => {
    reading -= 1
    while (waiting.length > 0 && (reading < most || !isLate())) {
      reading += 1
      waiting.shift()?.()
    }
  }
  return async <A>(read: () => Promise<A>): Promise<A> => {
    const until = performance.now() + limitMs
    if (reading >= most && isLate()) await new Promise<void>(resolve => waiting.push(resolve))
    else reading += 1
    try {
      if (performance.now() > until) throw new Error('a list has waited for too long')
      return await read()
    } finally {
      ended()
    }
  }
}
