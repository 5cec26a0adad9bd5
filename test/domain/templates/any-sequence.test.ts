import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { templateConversation } from '../../../src/domain/templates/conversation.ts'
import type { ConversationCommand } from '../../../src/domain/templates/conversation-commands.ts'
import { type Conversation, madeVersions, runningEdit } from '../../../src/domain/templates/conversation-state.ts'
import { conversationOpened, versionCreated } from '../../support/examples/templates.ts'
import { stepsOf, whateverIsDone } from '../../support/given/any-sequence.ts'

const test = suite('conversations in any sequence')

const at = '2026-05-01T10:00:00.000Z'
const version = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat(2)).map(([major, minor]) => `${major}.${minor}`)
const attempt = fc.integer({ min: 1, max: 4 })
const { htmlSha256: _, ...made } = versionCreated().data
const { provenance } = made
const start: ConversationCommand = {
  kind: 'StartConversation',
  ...conversationOpened().data,
  ...{ htmlSha256: 'first', warnings: [], generator: made.generator, provenance: made.provenance },
}
const html = fc.constantFrom('a', 'b', 'c')
const command: fc.Arbitrary<ConversationCommand> = fc.oneof(
  fc.constant(start),
  fc.constantFrom('red', 'blue').map((prompt): ConversationCommand => ({ kind: 'Prompt', prompt, at })),
  html.map((base): ConversationCommand => ({ kind: 'Prompt', prompt: 'red', baseSha256: base, at })),
  fc.integer({ min: 1, max: 4 }).map((major): ConversationCommand => ({ kind: 'Retry', major, at })),
  attempt.map((n): ConversationCommand => ({ kind: 'StartEdit', attempt: n, at })),
  attempt.map((n): ConversationCommand => ({ kind: 'FailAttempt', attempt: n, reason: 'away', at })),
  fc.tuple(attempt, html).map(
    ([n, made]): ConversationCommand => ({
      ...{ kind: 'CreateVersion', attempt: n, htmlSha256: made, warnings: [], generator: 'built-in', provenance, at },
    }),
  ),
  attempt.map((n): ConversationCommand => ({ kind: 'GiveUp', attempt: n, code: 'refused', reason: 'no', at })),
  version.map((v): ConversationCommand => ({ kind: 'Revert', version: v, at })),
  fc.tuple(version, fc.boolean()).map(([v, value]): ConversationCommand => ({ kind: 'Like', version: v, value, at })),
  fc
    .tuple(version, fc.boolean())
    .map(([v, value]): ConversationCommand => ({ kind: 'Dislike', version: v, value, at })),
)

test('at most one edit runs, no version occurs twice, none changes its HTML, and none is liked and disliked', () =>
  whateverIsDone(templateConversation, command, ({ before, after }) => {
    const { conversation } = after
    if (conversation === undefined) return
    const versions = conversation.entries.map(entry => entry.version)
    assert.is(new Set(versions).size, versions.length)
    const running = conversation.entries.filter(({ status }) => status === 'INITIATED' || status === 'IN_PROGRESS')
    assert.ok(running.length <= 1)
    assert.is(
      conversation.entries.some(({ liked, disliked }) => liked && disliked),
      false,
    )
    const htmlOf = (version: string) => conversation.entries.find(entry => entry.version === version)?.htmlSha256
    for (const old of before.conversation ? madeVersions(before.conversation) : [])
      assert.is(htmlOf(old.version), old.htmlSha256)
    if (conversation.head !== undefined) assert.is.not(htmlOf(conversation.head), undefined)
  }))

/** The model: which versions there are, by what they were made of, and nothing else. */
type Edit = { readonly prompt: string; readonly base: string }
type Model = {
  readonly html: Map<string, string>
  readonly prompts: Map<number, Edit>
  readonly taken: string[]
  readonly liked: Map<string, boolean>
  head: string
  edit: (Edit & { readonly version: string }) | undefined
}
type Action =
  | { readonly do: 'prompt'; readonly prompt: string }
  | { readonly do: 'retry'; readonly major: number }
  | { readonly do: 'finish'; readonly html: string }
  | { readonly do: 'fail' }
  | { readonly do: 'revert'; readonly version: string }
  | { readonly do: 'like'; readonly version: string; readonly liked: boolean }

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ do: fc.constant('prompt' as const), prompt: fc.constantFrom('red', 'blue') }),
  fc.record({ do: fc.constant('retry' as const), major: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ do: fc.constant('finish' as const), html: fc.string({ minLength: 1, maxLength: 4 }) }),
  fc.record({ do: fc.constant('fail' as const) }),
  fc.record({ do: fc.constant('revert' as const), version }),
  fc.record({ do: fc.constant('like' as const), version, liked: fc.boolean() }),
)

const begin = (model: Model, major: number, minor: number, edit: Edit): void => {
  model.edit = { ...edit, version: `${major}.${minor}` }
  model.taken.push(model.edit.version)
}
const majorsOf = ({ taken }: Model) => taken.map(taken => Number(taken.split('.')[0]))

const applied = (model: Model, asked: Action): void => {
  switch (asked.do) {
    case 'prompt': {
      if (model.edit) return
      const edit = { prompt: asked.prompt, base: model.html.get(model.head) ?? '' }
      const major = Math.max(...majorsOf(model)) + 1
      model.prompts.set(major, edit)
      begin(model, major, 0, edit)
      return
    }
    case 'retry': {
      const edit = model.prompts.get(asked.major)
      if (model.edit || edit === undefined) return
      begin(model, asked.major, majorsOf(model).filter(major => major === asked.major).length, edit)
      return
    }
    case 'finish':
      if (model.edit) {
        model.html.set(model.edit.version, asked.html)
        model.head = model.edit.version
      }
      model.edit = undefined
      return
    case 'fail':
      model.edit = undefined
      return
    case 'revert':
      if (model.html.has(asked.version)) model.head = asked.version
      return
    case 'like':
      if (model.html.has(asked.version)) model.liked.set(asked.version, asked.liked)
  }
}

/** The commands of an action; work begins whenever it can. */
const commandsOf = (asked: Action, attempt: number): readonly ConversationCommand[] => {
  const held: ConversationCommand = { kind: 'StartEdit', attempt, at }
  switch (asked.do) {
    case 'prompt':
      return [{ kind: 'Prompt', prompt: asked.prompt, at }]
    case 'retry':
      return [{ kind: 'Retry', major: asked.major, at }]
    case 'finish':
      return [
        held,
        {
          kind: 'CreateVersion',
          attempt,
          htmlSha256: asked.html,
          warnings: [],
          generator: 'built-in',
          provenance: made.provenance,
          at,
        },
      ]
    case 'fail':
      return [held, { kind: 'GiveUp', attempt, code: 'refused', reason: 'no', at }]
    case 'revert':
      return [{ kind: 'Revert', version: asked.version, at }]
    case 'like':
      return [{ kind: asked.liked ? 'Like' : 'Dislike', version: asked.version, value: true, at }]
  }
}

const seenIn = (conversation: Conversation) => {
  const edit = runningEdit(conversation)
  return {
    html: madeVersions(conversation).map(({ version, htmlSha256 }) => [version, htmlSha256]),
    taken: conversation.entries.map(entry => entry.version),
    head: conversation.head,
    edit: edit && [edit.version, edit.prompt, edit.baseSha256],
    liked: madeVersions(conversation).flatMap(({ version, liked, disliked }) =>
      liked || disliked ? [[version, liked]] : [],
    ),
  }
}
const seenInModel = ({ html, taken, head, edit, liked }: Model) => {
  const inOrder = taken.filter(version => html.has(version))
  return {
    html: inOrder.map(version => [version, html.get(version)]),
    taken,
    head,
    edit: edit && [edit.version, edit.prompt, edit.base],
    liked: inOrder.flatMap(version => (liked.has(version) ? [[version, liked.get(version)]] : [])),
  }
}

test('versions, head, base of edits and likes are those of a plain model (TEMPLATE-9)', () =>
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40 }), actions => {
      const model: Model = {
        ...{ html: new Map([['1.0', 'first']]), prompts: new Map(), taken: ['1.0'], liked: new Map() },
        ...{ head: '1.0', edit: undefined },
      }
      let state = stepsOf(templateConversation, [start]).at(-1)?.after ?? {}
      for (const asked of actions) {
        for (const one of commandsOf(asked, (state.conversation?.attempts.attempt ?? 0) + 1)) {
          const decided = templateConversation.decide(one, state)
          if (E.isRight(decided)) state = decided.right.reduce(templateConversation.evolve, state)
        }
        applied(model, asked)
        if (state.conversation === undefined) return assert.unreachable('the conversation has ended')
        assert.equal(seenIn(state.conversation), seenInModel(model))
      }
    }),
  ))

test.run()
