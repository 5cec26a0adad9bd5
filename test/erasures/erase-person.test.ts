import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { auditReader } from '../../src/audit/reader.ts'
import { sentenceOf } from '../../src/audit/sentence.ts'
import { erasures } from '../../src/domain/erasures/erasures.ts'
import { apiKey } from '../../src/domain/keys/key.ts'
import type { DomainEvent } from '../../src/domain/shared/decider.ts'
import { openExecutor } from '../../src/engine/write/execute.ts'
import { erasePerson } from '../../src/erasures/erase-person.ts'
import { sealedOwner } from '../../src/lookups/key-owner.ts'
import type { EventLog } from '../../src/ports/event-log.ts'
import type { Secrets } from '../../src/ports/secrets.ts'
import { decided, decisionRecorded, mailSent, requested } from '../support/examples/approval.ts'
import { grant as keyGrant } from '../support/examples/keys.ts'
import { retailSettingsConfigured } from '../support/examples/provisioning.ts'
import { recorded } from '../support/given/decider.ts'
import { eventsOf, memoryLog } from '../support/memory/log.ts'
import { twoHandedClock } from '../support/memory/node.ts'
import { keyPair, memorySecretStore, secretsUnder } from '../support/memory/secrets.ts'

const test = suite('erasing a person')

const account = 'acme'
const ann = 'ann@example.com'

/** Rob asked Ann and Bob, and Ann answered with a comment. */
const answeredLog = async () => {
  const store = memorySecretStore()
  const secrets = await secretsUnder(keyPair('k1'), store)
  const log = memoryLog()
  const clock = twoHandedClock()
  const newWork = openExecutor(log, clock)
  const approver = async (id: string, userName: string, accountId = account) => ({
    approverId: id,
    sealedEmail: await secrets.sealForPerson(accountId, `${id}@example.com`, `${id}@example.com`),
    sealedUserName: await secrets.sealForPerson(accountId, `${id}@example.com`, userName),
  })
  const approvers = [await approver('ann', 'Ann Ashby'), await approver('bob', 'Bob Birch')]
  const append = async (stream: string, ...events: readonly DomainEvent[]) => {
    const { revision } = await log.streamHead(stream)
    const named = events.map(event => ({ ...event, id: randomUUID(), metadata: recorded(stream, event).metadata }))
    assert.ok(E.isRight(await log.append(stream, named, revision)))
  }
  const ofRob = (text: string) => secrets.sealForPerson(account, 'rob@example.com', text)
  const sealedRequesterEmail = await ofRob('rob@example.com')
  const sealedRequesterName = await ofRob('Rob Reed')
  const sealedComment = await secrets.sealForPerson(account, ann, 'I like it')
  await append('retail-settings-acme', retailSettingsConfigured({ approvers }))
  await append(
    'retail-settings-acme2',
    retailSettingsConfigured({ approvers: [await approver('ann', 'Ann', 'acme2')] }),
  )
  await append(
    'approval-acme:12',
    requested({ approvers, sealedRequesterEmail, sealedRequesterName }),
    mailSent({ approverId: 'ann' }),
    decisionRecorded({ approverId: 'ann' }, 'Approved', { sealedComment }),
    decided('Approved'),
  )
  const erase = (address: string, using: Secrets = secrets, reason = 'ticket 4711') => {
    const commandId = randomUUID()
    const work = newWork({
      actor: 'cli',
      operation: 'erase',
      commandId,
      correlationId: commandId,
      causationId: commandId,
    })
    return erasePerson({ accountId: account, address, reason }, work, { log, clock, secrets: using })()
  }
  return { secrets, store, log, clock, newWork, append, erase }
}
const right = <A>(answer: E.Either<unknown, A>): A =>
  E.isRight(answer) ? answer.right : (assert.unreachable(JSON.stringify(answer.left)) as never)

test('auditors read erased in place of what was known of the person', async () => {
  const { log, secrets, erase } = await answeredLog()
  const gone = right(await erase('ANN@example.com'))
  assert.equal(gone.found.counts, { settings: 1, requests: 0, asked: 1, answers: 1, mails: 1, apiKeys: 0 })
  assert.ok(gone.isApprover)
  const reader = auditReader({ secrets })
  const shown = await Promise.all(log.events.filter(e => !e.stream.endsWith('acme2')).map(reader.shownEvent))
  assert.not.match(JSON.stringify(shown.map(e => e.data)), /Ann|ann•|I like it/)
  assert.match(JSON.stringify(shown.map(e => e.data)), /Bob Birch.*Rob Reed/)
  const answer = shown.find(e => e.type === 'ApprovalDecisionRecorded')
  assert.is(answer && sentenceOf(answer), 'An approver answered Approved: “erased”.')
  const elsewhere = await reader.shownEvent(log.events.find(e => e.stream.endsWith('acme2'))!)
  assert.match(JSON.stringify(elsewhere.data), /a•••@example\.com/)
})

test('a reason with a name of the person is refused, whatever the case, and nothing is written', async () => {
  const { log, secrets, newWork, erase } = await answeredLog()
  const { length } = log.events
  for (const [address, reason] of [
    [ann, 'asked by ANN  ashby’s lawyer'],
    ['rob@example.com', 'Rob-Reed, ticket 4711'],
  ] as const) {
    const refused = await erase(address, secrets, reason)
    assert.is(E.isLeft(refused) && refused.left.code, 'invalid-request', reason)
  }
  const commandId = randomUUID()
  const work = newWork({ actor: 'a', operation: 'o', commandId, correlationId: commandId, causationId: commandId })
  const grant = {
    ...keyGrant,
    accounts: [account],
    ...(await sealedOwner(account, { owner: 'Annie', ownerEmail: ann }, secrets)),
  }
  right(await work.execute(apiKey, grant.keyId, { kind: 'IssueApiKey', grant }))
  assert.ok(E.isLeft(await erase(ann, secrets, 'annie')))
  assert.is(log.events.length, length + 1)
  // of others, and parts of words
  assert.ok(right(await erase(ann, secrets, 'asked by Bob Birch, Annies manager')).isErased)
})

test('API keys of another account are none of the person’s in this one', async () => {
  const { secrets, newWork, erase } = await answeredLog()
  const commandId = randomUUID()
  const work = newWork({ actor: 'a', operation: 'o', commandId, correlationId: commandId, causationId: commandId })
  const owner = await sealedOwner('acme2', { owner: 'Annie', ownerEmail: ann }, secrets)
  const grant = { ...keyGrant, accounts: ['acme2', account], ...owner }
  right(await work.execute(apiKey, grant.keyId, { kind: 'IssueApiKey', grant }))
  const { found } = right(await erase(ann))
  assert.equal([found.counts.apiKeys, found.unopened], [0, []])
  assert.is(await secrets.unsealForAccount('acme2', owner.sealedOwner), 'Annie')
})

test('a person is erased in every spelling of the address, and nothing leads to the keys any more', async () => {
  const { secrets, newWork, erase } = await answeredLog()
  const commandId = randomUUID()
  const work = newWork({ actor: 'a', operation: 'o', commandId, correlationId: commandId, causationId: commandId })
  const spellings = ['zoë@bücher.example', 'ZOË@XN--bcher-kva.example', 'zoe\u0308@B\u00dcCHER.example']
  const others = ['zoe@bücher.example', 'zoë@bucher.example']
  const sealed: string[] = []
  for (const [at, ownerEmail] of [...spellings, ...others].entries()) {
    const keyId = `zoe0000${at}`
    const owner = await sealedOwner(account, { owner: 'Zoë', ownerEmail }, secrets)
    sealed.push(owner.sealedOwner)
    const grant = { ...keyGrant, keyId, accounts: [account], ...owner }
    right(await work.execute(apiKey, keyId, { kind: 'IssueApiKey', grant }))
  }
  const { found } = right(await erase('zoë@xn--bcher-kva.example'))
  assert.is(found.counts.apiKeys, spellings.length)
  const opened = await Promise.all(sealed.map(text => secrets.unsealForAccount(account, text)))
  assert.equal(opened, [...spellings.map(() => undefined), 'Zoë', 'Zoë'])
  for (const spelling of spellings) assert.is(await secrets.findPerson(account, spelling), undefined, spelling)
  assert.ok(await secrets.findPerson(account, others[0]!))
})

test('an erasure that is run again writes nothing', async () => {
  const { log, erase } = await answeredLog()
  for (const address of [ann, 'rob@example.com']) {
    assert.ok(right(await erase(address)).isErased)
    const { length } = log.events
    assert.not.ok(right(await erase(address)).isErased)
    assert.is(log.events.length, length)
  }
  assert.is(eventsOf(log, erasures, account).length, 2)
})

test('an erasure that ended before the key was destroyed is finished by the next one', async () => {
  const { log, secrets, erase } = await answeredLog()
  const sealed = await secrets.sealForPerson(account, ann, 'Ann')
  const killed = { ...secrets, destroyPersonKey: () => Promise.reject(new Error('killed')) }
  await erase(ann, killed).then(
    () => assert.unreachable(),
    error => assert.is(error.message, 'killed'),
  )
  assert.is(await secrets.unsealForAccount(account, sealed), 'Ann')
  assert.equal(right(await erase(ann))?.found.personIds.size, 1)
  assert.is(await secrets.unsealForAccount(account, sealed), undefined)
  assert.is(eventsOf(log, erasures, account).length, 1)
})

test('an erasure that cannot be recorded says so, keeps the key, and is finished by the next one', async () => {
  const { log, secrets, clock, erase } = await answeredLog()
  const sealed = await secrets.sealForPerson(account, ann, 'Ann')
  const away: EventLog['append'] = async (stream, ...rest) =>
    stream.startsWith('erasures-') ? E.left({ kind: 'unavailable', reason: 'away' }) : log.append(stream, ...rest)
  const commandId = randomUUID()
  const caused = { actor: 'cli', operation: 'erase', commandId, correlationId: commandId, causationId: commandId }
  const work = openExecutor({ ...log, append: away }, clock)(caused)
  const asked = { accountId: account, address: ann, reason: 'ticket 4711' }
  const refused = await erasePerson(asked, work, { log, clock, secrets })()
  assert.is(E.isLeft(refused) && refused.left.code, 'store-unavailable')
  assert.is(await secrets.unsealForAccount(account, sealed), 'Ann')
  assert.ok(right(await erase(ann)).isErased)
  assert.is(await secrets.unsealForAccount(account, sealed), undefined)
})

const damaged = (sealed: string) => `${sealed}.x`

test('a damaged address is the person’s if its key is, nobody’s if another text says so, and named otherwise', async () => {
  const { log, secrets, append, erase } = await answeredLog()
  const bob = 'bob@example.com'
  const sealed = await secrets.sealForPerson(account, ann, ann)
  const ofBob = await secrets.sealForPerson(account, bob, bob)
  const approvers = [sealed, ofBob].map((sealedEmail, i) => ({ approverId: `${i}`, sealedEmail: damaged(sealedEmail) }))
  await append('retail-settings-acme', retailSettingsConfigured({ approvers }))
  await append('approval-acme:13', requested({ approvers: [{ approverId: '1', sealedEmail: ofBob }] }))
  const unknown = damaged(await secrets.sealForAccount(account, ann))
  await append(
    'approval-acme:14',
    requested({ approvers: [{ approverId: '0', sealedEmail: sealed }], sealedRequesterEmail: unknown }),
  )
  const { found, isApprover } = right(await erase(ann))
  assert.equal(found.unopened, ['approval-acme:14@0'])
  assert.equal([found.counts.settings, found.counts.asked, isApprover], [2, 2, true])
  assert.is(await secrets.unsealForAccount(account, sealed), undefined)
  assert.is(await secrets.unsealForAccount(account, ofBob), bob)
  assert.is(eventsOf(log, erasures, account).length, 1)
})

test('a person is erased although the way from the address to the key is damaged', async () => {
  const { secrets, store, append, erase } = await answeredLog()
  const sealed = await secrets.sealForPerson(account, ann, ann)
  await append(
    'retail-settings-acme',
    retailSettingsConfigured({ approvers: [{ approverId: 'a', sealedEmail: sealed }] }),
  )
  const entry = [...store.rows.keys()].find(id => id.startsWith('person:')) ?? ''
  store.rows.set(entry, damaged(store.rows.get(entry) ?? ''))
  assert.equal(right(await erase(ann)).found.unopened, ['the address in the store of secrets'])
  assert.is(await secrets.unsealForAccount(account, sealed), undefined)
  assert.not.ok(store.rows.has(entry))
  assert.equal(right(await erase(ann)).found.unopened, [])
})

test.run()
