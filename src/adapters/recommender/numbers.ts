/** A typed array of one kind. */
type Numeric<A> = {
  readonly length: number
  [place: number]: number
  set(numbers: A): void
  subarray(from: number, to: number): A
}

/** A list of numbers that grows, outside the heap, up to a length; then `full` is thrown. */
export const growing = <A extends Numeric<A>>(empty: (length: number) => A, mostLength: number, full: () => Error) => {
  let held = empty(1_024)
  let length = 0
  return {
    push(value: number): void {
      if (length === held.length) {
        if (length >= mostLength) throw full()
        const larger = empty(Math.min(2 * length, mostLength))
        larger.set(held)
        held = larger
      }
      held[length++] = value
    },
    length: () => length,
    /** The numbers so far, without a copy. */
    all: (): A => held.subarray(0, length),
  }
}

/** Where the items of each group begin when they are stored group by group, from how many each has; and where the last one ends. */
export const startsOf = (counts: Uint32Array): Uint32Array => {
  const starts = new Uint32Array(counts.length + 1)
  for (let group = 0; group < counts.length; group++) starts[group + 1] = starts[group]! + counts[group]!
  return starts
}
