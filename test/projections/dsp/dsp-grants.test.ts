import { suite } from 'uvu'
import { dspGrants as view } from '../../../projections/dsp/dsp-grants.ts'
import {
  dspAuthorisationLost,
  dspAuthorised,
  dspConsentAnswered,
  dspConsentAsked,
  dspConsentRefused,
  dspTokenReplaced,
} from '../../support/examples/dsp.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const test = suite('view of DSP grants')
const consent = [dspConsentAsked(), dspConsentAnswered(), dspAuthorised(), dspTokenReplaced()]

test('a partner is authorised from the consent until it is lost', () => {
  givenEvents(view)(...inStream('dsp-grant-acme:1001', consent)).then({ 'acme:1001': { authorised: true } })
  givenEvents(view)(...inStream('dsp-grant-acme:1001', [...consent, dspAuthorisationLost])).then({
    'acme:1001': { authorised: false },
  })
})

test('a consent that was only asked for, or refused, authorises nobody', () => {
  givenEvents(view)(...inStream('dsp-grant-acme:1001', [dspConsentAsked(), dspConsentRefused()])).then({})
})

test('a refused consent leaves the authorisation before as it is', () => {
  const again = [dspConsentAsked({ stateHash: 'b' }), dspConsentRefused({ stateHash: 'b' })]
  givenEvents(view)(...inStream('dsp-grant-acme:1001', [...consent, ...again])).then({
    'acme:1001': { authorised: true },
  })
})

test.run()
