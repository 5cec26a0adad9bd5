import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { templateConversation } from '../../../src/domain/templates/conversation.ts'
import { evolveConversation } from '../../../src/domain/templates/conversation-evolve.ts'
import {
  conversationIdOf,
  conversationOfJob,
  furtherConversationId,
  regenerateJobIdOf,
} from '../../../src/domain/templates/conversation-id.ts'
import {
  type Conversation,
  earlierOf,
  givenBefore,
  latestVersionOf,
  mostVersions,
} from '../../../src/domain/templates/conversation-state.ts'
import {
  conversationOpened,
  regenerationAttemptFailed,
  regenerationFailed,
  regenerationRequested,
  regenerationStarted,
  secondVersion,
  versionCreated,
  versionDisliked,
  versionLiked,
  versionReverted,
} from '../../support/examples/templates.ts'
import { given } from '../../support/given/decider.ts'

const at = '2026-05-01T10:00:00.000Z'
const ofConversation = given(templateConversation)
const made = [conversationOpened(), versionCreated()] as const
const edited = [...made, regenerationRequested(), regenerationStarted(), secondVersion()] as const
const provenance = { provider: 'models.example.com:443', model: 'artist-1', at }
const prompt = { kind: 'Prompt', prompt: 'make the headline red', at } as const
const { htmlSha256, warnings, generator, provenance: builtIn } = versionCreated().data
const content = { htmlSha256, warnings, generator, provenance: builtIn }
const start = { kind: 'StartConversation', ...conversationOpened().data, ...content } as const

test('a workflow starts a conversation with version 1.0, once', () => {
  ofConversation()
    .when(start)
    .then(...made)
  ofConversation(...made)
    .when({ ...start, htmlSha256: 'other' })
    .thenNothing()
})
test('nothing is done in a conversation that does not exist', () => {
  for (const command of [prompt, { kind: 'Retry', major: 1, at }, { kind: 'Revert', version: '1.0', at }] as const)
    ofConversation().when(command).thenRejected('not-found')
})
test('a prompt makes the next major version from the head (TEMPLATE-9)', () => {
  ofConversation(...made)
    .when(prompt)
    .then(regenerationRequested())
  ofConversation(...made, regenerationRequested(), regenerationStarted())
    .when({ kind: 'CreateVersion', attempt: 1, htmlSha256: 'h2.0', warnings, generator, at, provenance })
    .then(secondVersion({ provenance }))
})
test('after a revert a prompt starts from the version that is the head, and still makes the highest major version', () =>
  ofConversation(...edited, versionReverted())
    .when(prompt)
    .then(regenerationRequested({ jobId: 'spring-300x250.3.0', version: '3.0', major: 3 })))
test('going back to the version that is the head changes nothing', () =>
  ofConversation(...edited, versionReverted())
    .when({ kind: 'Revert', version: versionReverted().data.version, at })
    .thenNothing())
test('the latest version is the highest one, whichever was made last', () => {
  const retried = versionCreated({ version: '1.1', minor: 1, htmlSha256: 'h1.1' })
  const { conversation } = ofConversation(...edited, retried).state
  assert.is(conversation && latestVersionOf(conversation), '2.0')
})
test('a retry makes the next minor version, with the prompt and the base of its major version', () =>
  ofConversation(...edited, versionReverted())
    .when({ kind: 'Retry', major: 2, at })
    .then(regenerationRequested({ kind: 'retry', jobId: 'spring-300x250.2.1', version: '2.1', minor: 1 })))
test('a prompt that failed keeps its number and can be retried', () => {
  const failed = [...made, regenerationRequested(), regenerationStarted(), regenerationFailed()]
  ofConversation(...failed)
    .when({ kind: 'Retry', major: 2, at })
    .then(regenerationRequested({ kind: 'retry', jobId: 'spring-300x250.2.1', version: '2.1', minor: 1 }))
  ofConversation(...failed)
    .when(prompt)
    .then(regenerationRequested({ jobId: 'spring-300x250.3.0', version: '3.0', major: 3 }))
  ofConversation(...failed)
    .when({ kind: 'Revert', version: '2.0', at })
    .thenRejected('not-found')
})
test('a version that no prompt made has nothing to retry, and an unknown one does not exist', () => {
  ofConversation(...made)
    .when({ kind: 'Retry', major: 1, at })
    .thenRejected('no-prompt-to-retry')
  ofConversation(...made)
    .when({ kind: 'Retry', major: 2, at })
    .thenRejected('not-found')
})
test('one edit runs at a time; the same one again is the same job (TEMPLATE-27)', () => {
  const running = [...made, regenerationRequested()]
  ofConversation(...running)
    .when(prompt)
    .thenNothing()
  ofConversation(...running)
    .when({ ...prompt, prompt: 'make it blue' })
    .thenRejected('regeneration-running')
  ofConversation(...running)
    .when({ ...prompt, baseSha256: 'other' })
    .thenRejected('regeneration-running')
  ofConversation(...running)
    .when({ kind: 'Retry', major: 2, at })
    .thenRejected('regeneration-running')
})
test('HTML of the caller starts a conversation whose first version the prompt makes', () => {
  const { at: _, ...own } = conversationOpened().data
  const first = { jobId: 'spring-300x250.1.0', version: '1.0', major: 1, baseSha256: 'sent' }
  const { from: _from, ...requested } = regenerationRequested(first).data
  const begun = [conversationOpened(), { type: 'RegenerationRequested', data: requested }] as const
  const command = { kind: 'StartByPrompt', ...own, prompt: prompt.prompt, baseSha256: 'sent', at } as const
  ofConversation()
    .when(command)
    .then(...begun)
  ofConversation(...begun)
    .when(command)
    .thenNothing()
  const failed = regenerationFailed({ jobId: 'spring-300x250.1.0' })
  ofConversation(...begun, failed)
    .when(prompt)
    .thenRejected('no-version-yet')
})
test('only the attempt under way records the result, and a finished edit is over', () => {
  const create = { kind: 'CreateVersion', attempt: 1, ...content, htmlSha256: 'h2.0', at } as const
  ofConversation(...made, regenerationRequested(), regenerationAttemptFailed())
    .when(create)
    .thenRejected('claim-lost')
  ofConversation(...edited)
    .when(create)
    .thenRejected('claim-lost')
  const start = { kind: 'StartEdit', attempt: 1, at } as const
  ofConversation(...made, regenerationRequested())
    .when(start)
    .then(regenerationStarted())
  ofConversation(...made, regenerationRequested(), regenerationStarted())
    .when(start)
    .thenNothing()
  ofConversation(...edited)
    .when(start)
    .thenRejected('claim-lost')
})
test('an edit is tried five times, then it fails', () => {
  const tried = [1, 2, 3, 4].flatMap(n => [regenerationStarted(n), regenerationAttemptFailed(n)])
  const fail = (attempt: number) => ({ kind: 'FailAttempt', attempt, reason: 'The model is away.', at }) as const
  ofConversation(...made, regenerationRequested(), regenerationStarted())
    .when(fail(1))
    .then(regenerationAttemptFailed())
  ofConversation(...made, regenerationRequested(), ...tried, regenerationStarted(5))
    .when(fail(5))
    .then(regenerationFailed({ code: 'unavailable', reason: 'The model is away.' }))
})
test('like and dislike exclude each other, and repeating one changes nothing', () => {
  const like = { kind: 'Like', version: '1.0', value: true, at } as const
  const dislike = { kind: 'Dislike', version: '1.0', value: true, at } as const
  ofConversation(...made)
    .when(like)
    .then(versionLiked())
  ofConversation(...made, versionLiked())
    .when(like)
    .thenNothing()
  ofConversation(...made, versionLiked(), versionDisliked())
    .when(like)
    .then(versionLiked())
  ofConversation(...made, versionLiked())
    .when({ ...dislike, value: false })
    .thenNothing()
  ofConversation(...made)
    .when({ ...dislike, version: '7.0' })
    .thenRejected('not-found')
})
test('a conversation has a bound of versions', () => {
  const many = Array.from({ length: mostVersions - 1 }, (_, n) => {
    const jobId = `spring-300x250.${n + 2}.0`
    return [regenerationRequested({ jobId, version: `${n + 2}.0`, major: n + 2 }), regenerationFailed({ jobId })]
  })
  ofConversation(...made, ...many.flat())
    .when(prompt)
    .thenRejected('too-many-versions')
})
test('ids say their conversation, and no two requests share one', () => {
  const size = { width: 300, height: 250 }
  const requests = ['spring', 'spring-300x250', 'späth', 'späth ', 'x'.repeat(201), 'a:b', 'a.b', '../x']
  const ids = requests.map(request => conversationIdOf(request, size))
  assert.is(new Set(ids).size, ids.length)
  assert.is(ids[0], 'spring-300x250')
  const asked = { prompt: 'bigger', html: '<p>one</p>' }
  const further = [asked, { ...asked, prompt: 'smaller' }, { ...asked, html: '<p>two</p>' }, { ...asked }]
  assert.is(new Set(further.map(one => furtherConversationId('spring', size, one))).size, 3)
  for (const id of [...ids, furtherConversationId('späth', size, asked)]) {
    assert.match(id, /^[A-Za-z0-9._-]{1,255}$/)
    assert.is(conversationOfJob(regenerateJobIdOf(id, '12.3')), id)
  }
})

test('an undo goes back to the HTML before the last edit, and a second one further', () => {
  const versions = (...hashes: readonly (readonly [version: string, html: string, base?: string, prompt?: string])[]) =>
    hashes.reduce<Conversation | undefined>(
      (state, [version, htmlSha256, baseSha256, words]) => {
        const [major = 1, minor = 0] = version.split('.').map(Number)
        const own = { version, major, minor, at }
        const job = baseSha256 === undefined || words === undefined ? {} : { jobId: version, prompt: words }
        const asked =
          baseSha256 === undefined || words === undefined
            ? state
            : evolveConversation(state, regenerationRequested({ ...own, jobId: version, prompt: words, baseSha256 }))
        return evolveConversation(asked, versionCreated({ ...own, ...job, htmlSha256 }))
      },
      evolveConversation(undefined, conversationOpened()),
    )!
  const twice = versions(['1.0', 'a'], ['2.0', 'b', 'a', 'bigger'], ['3.0', 'c', 'b', 'make it red'])
  assert.equal(earlierOf(twice, { baseSha256: 'c' }), { baseSha256: 'b', prompts: ['bigger', 'make it red'] })
  assert.equal(earlierOf(twice, { baseSha256: 'b' }), { baseSha256: 'a', prompts: ['bigger'] })
  assert.equal(earlierOf(twice, { baseSha256: 'a' }), { prompts: [] })
  assert.equal(earlierOf(twice, { baseSha256: 'sent' }), { prompts: [] })
  assert.equal(givenBefore(twice, { major: 2 }), ['b'])
  // no end of a circle that undos make
  const circle = versions(['1.0', 'a', 'b', 'x'], ['2.0', 'b', 'a', 'y'])
  assert.equal(earlierOf(circle, { baseSha256: 'b' }).prompts, ['x', 'y'])
})

test.run()
