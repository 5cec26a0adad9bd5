/**
 * Why a request to the DSP failed (DSP-16). `detail` is one or more sentences without tokens or secrets.
 */
export type DspFailure = {
  readonly code: DspFailureCode
  readonly detail: string
  /** The same request may succeed later; it was repeated with growing pauses already. */
  readonly transient: boolean
  /** The DSP may have done it, although the answer never came: look with `findCreatives` before it is sent again. */
  readonly unsure?: true
}
export type DspFailureCode =
  /** The environment names no DSP (DSP-4). */
  | 'not-configured'
  /** The person has to give consent again: the grant was revoked or has expired. */
  | 'needs-authorisation'
  /** The person gave consent to less than Endcap needs. */
  | 'consent-incomplete'
  /** The DSP does not accept DSP_CLIENT_ID or DSP_CLIENT_SECRET. */
  | 'client-refused'
  /** The person may not do this at the DSP. */
  | 'forbidden'
  | 'not-found'
  /** The DSP refused what was sent; `detail` says why. */
  | 'refused'
  | 'rate-limited'
  | 'unavailable'
  | 'timeout'
  | 'unreachable'
  | 'address-refused'
  | 'unreadable'
  /** More pages than are read. */
  | 'too-many'
  /** The signal was aborted. */
  | 'ended'

export const isDspFailure = (u: unknown): u is DspFailure => typeof u === 'object' && u !== null && 'transient' in u

/** The tokens of a grant. `expiresAt`: of the access token, ISO 8601 UTC with milliseconds. Never log or record them. */
export type DspTokens = { readonly accessToken: string; readonly refreshToken: string; readonly expiresAt: string }

/** The access of an account to what it was given consent for. */
export type DspAccess = {
  /** Whose turn its requests take. */
  readonly accountId: string
  /** A valid access token. `refused`: the one that the DSP has just not accepted, so another one is needed. */
  token(refused?: string): Promise<string | DspFailure>
}

/** Bytes of a name in UTF-8 that the DSP keeps. */
export const longestDspName = 240

/** What becomes a creative. */
export type DspTag = {
  /** Our id of the tag, which the DSP keeps in the integration code (DSP-14). */
  readonly tagId: string
  /** At most `longestDspName` (`displayNames`). */
  readonly name: string
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** An HTML tag, or the URL of a VAST document. */
  readonly content: { readonly kind: 'html'; readonly html: string } | { readonly kind: 'vast'; readonly url: string }
  /** Where a click leads. */
  readonly clickUrl: string
}

/** A creative as the DSP has it. */
export type DspCreative = {
  readonly creativeId: string
  /** The integration code; empty for creatives of others. */
  readonly tagId: string
  readonly name: string
  readonly state: 'active' | 'paused' | 'archived' | 'other'
  readonly review: 'pending' | 'approved' | 'rejected'
  /** ISO 8601. */
  readonly updatedAt: string
  /** Of the tag that it has, if `hashTag` was given. */
  readonly tagHash?: string
}
/** A tag without its id. What a creative does not have is empty, or 0. */
export type DspContent = Omit<DspTag, 'tagId'>

export type DspAdvertiser = { readonly id: number; readonly name: string }

export type FindCreatives = {
  readonly advertiserId: number
  /** Created or changed since then, ISO 8601, with five minutes to spare for clocks that differ; all unless given. */
  readonly since?: string | undefined
  /** Only archived ones; otherwise all others. */
  readonly archived?: boolean
  /** Which integration codes are kept; the rest is dropped page by page. */
  readonly isWanted: (tagId: string) => boolean
  /** Reads the tags too, and keeps a hash of each. Pages are smaller then, so it takes more requests. */
  readonly hashTag?: (tag: DspContent) => string
}

/** The consent of a person (DSP-5): the code is sent to `redirectUri`, and only who has `codeVerifier` can use it. */
export type DspConsent = { readonly state: string; readonly codeVerifier: string; readonly redirectUri: string }

/**
 * A demand-side platform (DSP-14): Display & Video 360. Nothing throws: every error is a DspFailure. Transient failures are repeated
 * with growing pauses, within the quotas that all nodes share and at which accounts take turns; once it is its turn, a request ends within minutes, or when `signal` is aborted.
 */
export type Dsp = {
  /** What `iss` of an authorisation answer must be, if it has one (RFC 9207); undefined without configuration. */
  readonly issuer: string | undefined
  authorizationUrl(consent: DspConsent): Promise<string | DspFailure>
  exchangeCode(code: string, consent: Omit<DspConsent, 'state'>, signal?: AbortSignal): Promise<DspTokens | DspFailure>
  refreshTokens(refreshToken: string, signal?: AbortSignal): Promise<DspTokens | DspFailure>
  /** All advertisers of a partner, by name. A list is kept for a minute. */
  listAdvertisers(
    access: DspAccess,
    partnerId: number,
    signal?: AbortSignal,
  ): Promise<readonly DspAdvertiser[] | DspFailure>
  /** Creates one creative: a repeat within this call looks first, so that it makes no twin. */
  createCreative(
    access: DspAccess,
    advertiserId: number,
    tag: DspTag,
    signal?: AbortSignal,
  ): Promise<DspCreative | DspFailure>
  /** Creatives by their integration code, of all pages, oldest first. */
  findCreatives(
    access: DspAccess,
    find: FindCreatives,
    signal?: AbortSignal,
  ): Promise<readonly DspCreative[] | DspFailure>
  getCreative(
    access: DspAccess,
    advertiserId: number,
    creativeId: string,
    signal?: AbortSignal,
  ): Promise<DspCreative | DspFailure>
  /** Gives a creative the name, tag, size and click URL of a tag. An archived one stays archived, which the answer shows. */
  updateCreative(
    access: DspAccess,
    advertiserId: number,
    creativeId: string,
    tag: DspTag,
    signal?: AbortSignal,
  ): Promise<DspCreative | DspFailure>
  /** Archives a creative; an archived one stays as it is. */
  archiveCreative(
    access: DspAccess,
    advertiserId: number,
    creativeId: string,
    signal?: AbortSignal,
  ): Promise<DspCreative | DspFailure>
}
