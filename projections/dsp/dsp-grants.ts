import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { dspGrant } from '../../src/domain/dsp/grant.ts'
import type { DspGrantEvent } from '../../src/domain/dsp/grant-events.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** Whether Endcap may work at the DSP for a partner of an account (DSP-20); the id is `<account>:<partnerId>`. */
const DspGrantView = fields({ authorised: t.boolean })
export type DspGrantView = t.TypeOf<typeof DspGrantView>

export const dspGrants = projectionOf(dspGrant, {
  name: 'dsp-grants',
  version: 1,
  codec: DspGrantView,
  indexes: [],
  lists: [],
  evolve(document: DspGrantView | undefined, event: DspGrantEvent) {
    switch (event.type) {
      case 'DspAuthorised':
        return { authorised: true }
      case 'DspAuthorisationLost':
        return { authorised: false }
      case 'DspConsentAsked':
      case 'DspConsentAnswered':
      case 'DspConsentRefused':
      case 'DspTokenReplaced':
        return document
    }
  },
})
