import type { ComposeFailure } from '../domain/creatives/compose.ts'
import type { AdInput, ComposedAd } from '../domain/creatives/composed-ad.ts'

/** What an ad is composed of. The template is read only when it is needed; its hash says which it is. */
export type AdSource = Omit<AdInput, 'html'> & { readonly htmlSha256: string; html(): Promise<string> }

/**
 * Composes ads from the HTML of customers, apart from everything else that the node does: with a deadline and a limit of
 * memory, in turn for the accounts.
 */
export type Composer = {
  /** Fails with `document-too-costly` when a limit is exceeded; rejects only if the template cannot be read or the node stops. */
  compose(source: AdSource): Promise<ComposedAd | ComposeFailure>
  close(): Promise<void>
}
