import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as theirs from 'fp-ts/lib/TaskEither.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import * as ours from '../../src/engine/task-either.ts'

type Numbers = theirs.TaskEither<string, number>
const starts: readonly Numbers[] = [theirs.right(1), theirs.right(-2), theirs.left('no')]
const kept = (n: number): E.Either<string, number> => (n < 0 ? E.left('negative') : E.right(n * 10))

/** Each step of ours beside fp-ts's, on the same tasks. */
const steps: Readonly<Record<string, readonly [(ma: Numbers) => unknown, (ma: Numbers) => unknown]>> = {
  map: [ours.map((n: number) => n + 1), theirs.map((n: number) => n + 1)],
  mapLeft: [ours.mapLeft((e: string) => `${e}!`), theirs.mapLeft((e: string) => `${e}!`)],
  flatMap: [
    ours.flatMap((n: number) => theirs.fromEither(kept(n))),
    theirs.flatMap((n: number) => theirs.fromEither(kept(n))),
  ],
  flatMapEither: [ours.flatMapEither(kept), theirs.flatMapEither(kept)],
  flatMapTask: [
    ours.flatMapTask((n: number) => async () => n * 2),
    theirs.flatMapTask((n: number) => async () => n * 2),
  ],
  tap: [ours.tap((n: number) => theirs.fromEither(kept(n))), theirs.tap((n: number) => theirs.fromEither(kept(n)))],
  tapEither: [ours.tapEither(kept), theirs.tapEither(kept)],
  filterOrElse: [
    ours.filterOrElse(
      (n: number) => n > 0,
      n => `${n} is too small`,
    ),
    theirs.filterOrElse(
      (n: number) => n > 0,
      n => `${n} is too small`,
    ),
  ],
  orElse: [ours.orElse((e: string) => theirs.right(e.length)), theirs.orElse((e: string) => theirs.right(e.length))],
  'bindTo and apS': [
    ma => pipe(ma, ours.bindTo('n'), ours.apS('kept', theirs.fromEither(kept(-1)))),
    ma => pipe(ma, theirs.bindTo('n'), theirs.apSW('kept', theirs.fromEither(kept(-1)))),
  ],
  'bindTo and apS without a refusal': [
    ma => pipe(ma, ours.bindTo('n'), ours.apS('kept', theirs.fromEither(kept(2)))),
    ma => pipe(ma, theirs.bindTo('n'), theirs.apSW('kept', theirs.fromEither(kept(2)))),
  ],
  'bindTo, bind and let': [
    ma =>
      pipe(
        ma,
        ours.bindTo('n'),
        ours.bind('kept', ({ n }) => theirs.fromEither(kept(n))),
        ours.let('sum', ({ n, kept: k }) => n + k),
      ),
    ma =>
      pipe(
        ma,
        theirs.bindTo('n'),
        theirs.bind('kept', ({ n }) => theirs.fromEither(kept(n))),
        theirs.let('sum', ({ n, kept: k }) => n + k),
      ),
  ],
}

const ended = async (task: unknown) => (task as () => Promise<unknown>)()

for (const [name, [own, reference]] of Object.entries(steps))
  test(`${name} does what fp-ts does`, async () => {
    for (const start of starts) assert.equal(await ended(own(start)), await ended(reference(start)))
  })

test('fromTask never refuses, and a step that throws rejects', async () => {
  assert.equal(await ours.fromTask(async () => 3)(), E.right(3))
  const broken = pipe(
    ours.right(1),
    ours.map((): number => {
      throw new Error('a fault of ours')
    }),
  )
  await broken().then(
    () => assert.unreachable(),
    error => assert.match(error.message, 'a fault of ours'),
  )
})

test.run()
