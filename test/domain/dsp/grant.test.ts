import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { mostOpen } from '../../../src/domain/dsp/consents.ts'
import { type DspGrantCommand, dspGrant, mostRefusals } from '../../../src/domain/dsp/grant.ts'
import {
  consentEnd,
  dspAuthorisationLost,
  dspAuthorised,
  dspConsentAnswered,
  dspConsentAsked,
  dspConsentRefused,
  dspTokenReplaced,
  stateHash,
} from '../../support/examples/dsp.ts'
import { given } from '../../support/given/decider.ts'

const test = suite('grant of the DSP')
const one = given(dspGrant)
const at = '2026-05-01T10:00:00.000Z'
const answer = (over: Partial<Extract<DspGrantCommand, { kind: 'AnswerConsent' }>> = {}) =>
  ({ kind: 'AnswerConsent', stateHash, fault: undefined, at, ...over }) as const
const hash = (i: number) => String(i).padStart(64, '0')
const asked = (count: number) => Array.from({ length: count }, (_, i) => dspConsentAsked({ stateHash: hash(i) }))

test('a consent is answered once, and a second answer is a reuse', () => {
  one(dspConsentAsked()).when(answer()).then(dspConsentAnswered())
  one(dspConsentAsked(), dspConsentAnswered())
    .when(answer())
    .then(dspConsentRefused({ reason: 'state-used' }))
  one(dspConsentAsked(), dspConsentRefused())
    .when(answer())
    .then(dspConsentRefused({ reason: 'state-used' }))
})

test('an answer counts until ten minutes have passed, and not at that moment', () => {
  const before = '2026-05-01T10:09:59.999Z'
  one(dspConsentAsked())
    .when(answer({ at: before }))
    .then(dspConsentAnswered({ at: before }))
  one(dspConsentAsked())
    .when(answer({ at: consentEnd }))
    .then(dspConsentRefused({ reason: 'state-expired', at: consentEnd }))
  one()
    .when(answer())
    .then(dspConsentRefused({ reason: 'state-expired' }))
})

test('what is wrong with an answer is recorded, and the consent is used', () => {
  const refused = dspConsentRefused({ reason: 'issuer-wrong' })
  one(dspConsentAsked())
    .when(answer({ fault: 'issuer-wrong' }))
    .then(refused)
  one(dspConsentAsked(), refused)
    .when(answer({ fault: 'issuer-wrong' }))
    .then(dspConsentRefused({ reason: 'state-used' }))
})

test('only the newest open consents are kept, and used ones do not take their place', () => {
  one(...asked(mostOpen + 1))
    .when(answer({ stateHash: hash(0) }))
    .then(dspConsentRefused({ stateHash: hash(0), reason: 'state-expired' }))
  const used = asked(mostOpen).flatMap((event, i) => [event, dspConsentAnswered({ stateHash: hash(i) })])
  one(dspConsentAsked(), ...used)
    .when(answer())
    .then(dspConsentAnswered())
})

test('consents whose time is over are dropped', () => {
  const later = '2026-05-01T10:20:00.000Z'
  const { state } = one(...asked(5), dspConsentAsked({ at: consentEnd, expiresAt: later }))
  assert.equal(state.consents, [{ stateHash, keyId: 'abcdefgh', expiresAt: later, isUsed: false }])
})

test('a day has a bounded number of refusals, and the next day starts again', () => {
  const refusals = Array.from({ length: mostRefusals }, () => dspConsentRefused())
  one(...refusals)
    .when(answer())
    .thenNothing()
  const tomorrow = '2026-05-02T00:00:00.000Z'
  one(...refusals)
    .when(answer({ at: tomorrow }))
    .then(dspConsentRefused({ reason: 'state-expired', at: tomorrow }))
  // a consent that is open can still be given, or refused
  one(...refusals, dspConsentAsked())
    .when(answer())
    .then(dspConsentAnswered())
  one(...refusals, dspConsentAsked())
    .when(answer({ fault: 'issuer-wrong' }))
    .then(dspConsentRefused({ reason: 'issuer-wrong' }))
})

test('a token is replaced only if it is the one that was used', () => {
  const replace = (secretId: string) => ({ kind: 'ReplaceToken', secretId, fresh: 'secret:2', at }) as const
  one(dspAuthorised()).when(replace('secret:1')).then(dspTokenReplaced('secret:2'))
  one(dspAuthorised(), dspTokenReplaced('secret:3')).when(replace('secret:1')).thenNothing()
  one(dspAuthorised(), dspAuthorisationLost).when(replace('secret:1')).thenNothing()
})

test('an authorisation is lost with its own token only, and comes back by a new consent', () => {
  const lose = (secretId: string) => ({ kind: 'LoseAuthorisation', secretId, reason: 'invalid-grant', at }) as const
  one(dspAuthorised()).when(lose('secret:1')).then(dspAuthorisationLost)
  one(dspAuthorised(), dspTokenReplaced('secret:2')).when(lose('secret:1')).thenNothing()
  one(dspAuthorised(), dspAuthorisationLost).when(lose('secret:1')).thenNothing()
  const { state } = one(dspAuthorised(), dspAuthorisationLost, dspAuthorised({ stateHash: 'b', secretId: 'secret:2' }))
  assert.equal(state.authorisation, { status: 'authorised', stateHash: 'b', secretId: 'secret:2' })
})

test.run()
