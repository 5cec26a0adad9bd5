import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { GeneratorFailure } from '../../../ports/template-generator.ts'
import { failure } from '../failure.ts'
import { lineOf, reasonOf } from './reason.ts'

/** What the model made. `notes` are for people. */
export type ModelAnswer = { readonly html: string; readonly notes: readonly string[] }

const Content = t.union([
  t.string,
  t.array(t.intersection([t.type({ type: t.string }), t.partial({ text: t.string })])),
  t.null,
])
const Completion = t.type({
  choices: t.array(
    t.intersection([
      t.type({ message: t.partial({ content: Content, refusal: t.union([t.string, t.null]) }) }),
      t.partial({ finish_reason: t.union([t.string, t.null]) }),
    ]),
  ),
})
const Made = t.intersection([t.type({ html: t.string }), t.partial({ notes: t.array(t.string) })])

const unreadable = (why: string): GeneratorFailure => failure('unreadable', `The model gave no template: ${why}.`)
const mostNotes = 10

const textOf = (content: t.TypeOf<typeof Content> | undefined): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('')

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
/** The content between the marks that models like to put around code. */
const unfenced = (text: string): string => {
  const from = text.indexOf('```')
  const start = from < 0 ? -1 : text.indexOf('\n', from)
  const end = text.lastIndexOf('```')
  return start < 0 || end <= start ? text.trim() : text.slice(start + 1, end).trim()
}

const madeOf = (text: string): ModelAnswer | undefined => {
  const plain = unfenced(text)
  const made = Made.decode(parsed(text) ?? parsed(plain))
  if (E.isRight(made)) {
    const { html, notes = [] } = made.right
    return {
      html,
      notes: notes.slice(0, mostNotes).map(lineOf),
    }
  }
  return /^<(?:!doctype html|html)[\s>]/i.test(plain) ? { html: plain, notes: [] } : undefined
}

/** Reads a chat completion. Its HTML is not checked yet; an answer that repeats the key is refused. */
export const answerOf = (body: unknown, key: string | undefined): ModelAnswer | GeneratorFailure => {
  const completion = Completion.decode(body)
  if (E.isLeft(completion)) return unreadable('its answer is not a chat completion')
  const [choice] = completion.right.choices
  if (choice === undefined) return unreadable('its answer is empty')
  if (choice.finish_reason === 'length')
    return failure(
      'over-budget',
      'The answer of the model was cut off at the tokens that it may use (GENERATOR_MAX_TOKENS).',
    )
  if (choice.finish_reason === 'content_filter')
    return failure('refused', 'The model refused: its filter ended the answer.')
  const { refusal, content } = choice.message
  if (refusal) return failure('refused', `The model refused.${reasonOf(refusal, key)}`)
  const text = textOf(content)
  if (text.trim() === '') return unreadable('its answer has no content')
  if (text.includes('\ufffd')) return unreadable('its answer is not UTF-8')
  if (key !== undefined && key.length >= 8 && text.includes(key))
    return unreadable('its answer held the key of the model')
  return madeOf(text) ?? unreadable('its answer is neither the JSON that was asked for nor HTML')
}

/** The tokens of an answer: as the server counts them, else by the length of its content. */
export const tokensOf = (body: unknown, bytes: number): number => {
  const counted = t.type({ usage: t.type({ completion_tokens: t.number }) }).decode(body)
  const tokens = E.isRight(counted) ? counted.right.usage.completion_tokens : Number.NaN
  return Number.isSafeInteger(tokens) && tokens > 0 ? tokens : Math.ceil(bytes / 4)
}
