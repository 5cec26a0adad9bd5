import * as t from 'io-ts'

/** The part of JSON Schema (2020-12) that codecs describe themselves with. */
export type Schema = { readonly [keyword: string]: unknown }

/** A codec with its JSON Schema, so that the OpenAPI document describes what the codec checks. */
export type Described<A, O = A> = t.Type<A, O> & { readonly schema: Schema }

/** Adds a JSON Schema to a codec. */
export const described = <A, O>(codec: t.Type<A, O>, schema: Schema): Described<A, O> =>
  Object.assign(codec, { schema })

/** A codec marked as an extension of the interface: `x-extension` in the OpenAPI document. */
export const extension = <A, O>(codec: t.Type<A, O>): t.Type<A, O> & { readonly extended: t.Type<A, O> } =>
  Object.assign(new t.Type(codec.name, codec.is, codec.validate, codec.encode), { extended: codec })

/**
 * A codec with what a field of it means, for the OpenAPI document. The codec itself stays as it is, because other fields may share
 * it.
 */
export const about = <C extends t.Mixed>(codec: C, description: string): C => copyOf(codec, { about: description })

/** A codec that is a component of the OpenAPI document under this name, so that clients have one type for it. */
export const named = <C extends t.Mixed>(component: string, codec: C): C => copyOf(codec, { component })

/** A codec whose object may have only some of its members, because the caller chose them with `fields` (HTTP-14). */
export const reducible = <C extends t.Mixed>(codec: C): C => copyOf(codec, { reducible: true })

/**
 * A codec with rules between the members of its object, as keywords of JSON Schema, for the OpenAPI document. The operation checks them,
 * and refuses with a code of its own.
 */
export const ruled = <C extends t.Mixed>(codec: C, rules: Schema): C => copyOf(codec, { rules })

/** A codec whose refusals say in words what it takes: those of a union would say no more than that no member of it fits. */
export const wanting = <C extends t.Mixed>(codec: C, must: string): C => copyOf(codec, { must })

const copyOf = <C extends t.Mixed>(codec: C, marks: object): C =>
  Object.assign(Object.create(Object.getPrototypeOf(codec)), codec, marks)

/** A codec with one rule: `problemOf` returns the problem of a value, or undefined if it is valid. */
export const checked = <A>(
  name: string,
  is: t.Is<A>,
  problemOf: (u: unknown) => string | undefined,
  schema: Schema,
): Described<A> =>
  described(
    new t.Type<A>(
      name,
      is,
      (u, context) => {
        const problem = problemOf(u)
        return problem === undefined ? t.success(u as A) : t.failure(u, context, problem)
      },
      t.identity,
    ),
    schema,
  )
