import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { templateConversations } from '../../../projections/templates/template-conversations.ts'
import { templateRegenerationsToDo } from '../../../projections/templates/template-regenerations-to-do.ts'
import {
  conversationOpened,
  regenerationAttemptFailed,
  regenerationFailed,
  regenerationRequested,
  regenerationStarted,
  secondVersion,
  versionCreated,
  versionLiked,
  versionReverted,
} from '../../support/examples/templates.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const id = 'acme:spring-300x250'
const inConversation = (...events: Parameters<typeof inStream>[1]) => inStream(`template-conversation-${id}`, events)
const made = [conversationOpened(), versionCreated()] as const

test('a conversation is shown with its versions, its head, and the edit that runs', () => {
  const { documents } = givenEvents(templateConversations)(
    ...inConversation(...made, versionLiked(), regenerationRequested(), regenerationStarted()),
  )
  const view = documents[id]
  assert.is(view?.requestKey, 'acme:spring')
  assert.is(view?.conversation.head, '1.0')
  assert.equal(
    view?.conversation.entries.map(({ version, status, liked }) => [version, status, liked]),
    [
      ['1.0', 'COMPLETED', true],
      ['2.0', 'IN_PROGRESS', false],
    ],
  )
})
test('the head is the newest version until a revert', () => {
  const edited = [...made, regenerationRequested(), regenerationStarted(), secondVersion()] as const
  const headAfter = (...more: Parameters<typeof inStream>[1]) =>
    givenEvents(templateConversations)(...inConversation(...edited, ...more)).documents[id]?.conversation.head
  assert.equal([headAfter(), headAfter(versionReverted())], ['2.0', '1.0'])
})

test('a conversation is to do while it has an edit that is not over', () => {
  const todoAfter = (...events: Parameters<typeof inStream>[1]) =>
    givenEvents(templateRegenerationsToDo)(...inConversation(...made, ...events)).documents[id]
  assert.is(todoAfter()?.todo, 'done')
  assert.is(todoAfter(regenerationRequested())?.todo, 'open')
  assert.equal(todoAfter(regenerationRequested(), regenerationStarted())?.attempt, 0)
  const paused = todoAfter(regenerationRequested(), regenerationStarted(), regenerationAttemptFailed())
  assert.equal([paused?.todo, paused?.attempt], ['open', 1])
  assert.is(paused?.notBefore, '2026-05-01T10:00:05.000Z')
  assert.is(todoAfter(regenerationRequested(), regenerationStarted(), secondVersion())?.todo, 'done')
  assert.is(todoAfter(regenerationRequested(), regenerationStarted(), regenerationFailed())?.todo, 'failed')
})

test.run()
