import type { DspAccess } from './dsp.ts'

/**
 * Access tokens for partners of accounts (DSP-7). They are in the memory of the node only, and refreshed before they end, once for all
 * callers. Without a valid authorisation, the answer is the failure `needs-authorisation`.
 */
export type DspAccesses = {
  /** `partnerId`: of the DSP. The access of a configuration is that of its partner. */
  of(accountId: string, partnerId: number): DspAccess
}
