import * as E from 'fp-ts/lib/Either.js'
import type { Task } from 'fp-ts/lib/Task.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'

export { Do, fromEither, fromNullable, left, match, right, type TaskEither } from 'fp-ts/lib/TaskEither.js'

/**
 * The steps of pipes on every request: fp-ts's TaskEither under fp-ts's names, each step written as an async function. A step
 * of fp-ts is put together from others whenever a pipe is built; that costs more than most steps do.
 */

/** A task that never refuses. */
export const fromTask =
  <A, E1 = never>(task: Task<A>): TaskEither<E1, A> =>
  async () =>
    E.right(await task())

export const map =
  <A, B>(f: (a: A) => B) =>
  <E1>(ma: TaskEither<E1, A>): TaskEither<E1, B> =>
  async () => {
    const a = await ma()
    return E.isLeft(a) ? a : E.right(f(a.right))
  }

export const mapLeft =
  <E1, E2>(f: (e: E1) => E2) =>
  <A>(ma: TaskEither<E1, A>): TaskEither<E2, A> =>
  async () => {
    const a = await ma()
    return E.isLeft(a) ? E.left(f(a.left)) : a
  }

export const flatMap =
  <A, E2, B>(f: (a: A) => TaskEither<E2, B>) =>
  <E1>(ma: TaskEither<E1, A>): TaskEither<E1 | E2, B> =>
  async () => {
    const a = await ma()
    return E.isLeft(a) ? a : await f(a.right)()
  }

export const flatMapEither =
  <A, E2, B>(f: (a: A) => E.Either<E2, B>) =>
  <E1>(ma: TaskEither<E1, A>): TaskEither<E1 | E2, B> =>
  async () => {
    const a = await ma()
    return E.isLeft(a) ? a : f(a.right)
  }

export const flatMapTask =
  <A, B>(f: (a: A) => Task<B>) =>
  <E1>(ma: TaskEither<E1, A>): TaskEither<E1, B> =>
  async () => {
    const a = await ma()
    return E.isLeft(a) ? a : E.right(await f(a.right)())
  }

export const tap =
  <A, E2>(f: (a: A) => TaskEither<E2, unknown>) =>
  <E1>(ma: TaskEither<E1, A>): TaskEither<E1 | E2, A> =>
  async () => {
    const a = await ma()
    if (E.isLeft(a)) return a
    const b = await f(a.right)()
    return E.isLeft(b) ? b : a
  }

export const tapEither =
  <A, E2>(f: (a: A) => E.Either<E2, unknown>) =>
  <E1>(ma: TaskEither<E1, A>): TaskEither<E1 | E2, A> =>
  async () => {
    const a = await ma()
    if (E.isLeft(a)) return a
    const b = f(a.right)
    return E.isLeft(b) ? b : a
  }

export const filterOrElse =
  <A, E2>(is: (a: A) => boolean, onFalse: (a: A) => E2) =>
  <E1>(ma: TaskEither<E1, A>): TaskEither<E1 | E2, A> =>
  async () => {
    const a = await ma()
    return E.isLeft(a) || is(a.right) ? a : E.left(onFalse(a.right))
  }

export const orElse =
  <E1, E2, B>(f: (e: E1) => TaskEither<E2, B>) =>
  <A>(ma: TaskEither<E1, A>): TaskEither<E2, A | B> =>
  async () => {
    const a = await ma()
    return E.isLeft(a) ? await f(a.left)() : a
  }

type With<N extends string, A, B> = { readonly [K in N | keyof A]: K extends keyof A ? A[K] : B }
const withMember = <N extends string, A, B>(a: A, name: N, b: B) => ({ ...a, [name]: b }) as With<N, A, B>

export const bindTo =
  <N extends string>(name: N) =>
  <E1, A>(ma: TaskEither<E1, A>): TaskEither<E1, { readonly [K in N]: A }> =>
  async () => {
    const a = await ma()
    return E.isLeft(a) ? a : E.right(withMember({}, name, a.right))
  }

export const bind =
  <N extends string, A, E2, B>(name: Exclude<N, keyof A>, f: (a: A) => TaskEither<E2, B>) =>
  <E1>(ma: TaskEither<E1, A>): TaskEither<E1 | E2, With<N, A, B>> =>
  async () => {
    const a = await ma()
    if (E.isLeft(a)) return a
    const b = await f(a.right)()
    return E.isLeft(b) ? b : E.right(withMember<N, A, B>(a.right, name, b.right))
  }

/** Like `bind`, for what needs nothing of the pipe: it runs beside the step before it, whose refusal comes first. */
export const apS =
  <N extends string, A, E2, B>(name: Exclude<N, keyof A>, mb: TaskEither<E2, B>) =>
  <E1>(ma: TaskEither<E1, A>): TaskEither<E1 | E2, With<N, A, B>> =>
  async () => {
    const [a, b] = await Promise.all([ma(), mb()])
    if (E.isLeft(a)) return a
    return E.isLeft(b) ? b : E.right(withMember<N, A, B>(a.right, name, b.right))
  }

const bindValue =
  <N extends string, A, B>(name: Exclude<N, keyof A>, f: (a: A) => B) =>
  <E1>(ma: TaskEither<E1, A>): TaskEither<E1, With<N, A, B>> =>
  async () => {
    const a = await ma()
    return E.isLeft(a) ? a : E.right(withMember<N, A, B>(a.right, name, f(a.right)))
  }

export { bindValue as let }
