import type { ComposeFailure } from '../domain/creatives/compose.ts'
import type { AdInput, ComposedAd } from '../domain/creatives/composed-ad.ts'
import type { TemplateFacts } from '../domain/creatives/template-facts.ts'

/** What an ad is composed of. The template is read only when it is needed; its hash says which it is. */
export type AdSource = Omit<AdInput, 'html'> & { readonly htmlSha256: string; html(): Promise<string> }
/** A template by itself, without a creative. */
export type TemplateSource = Pick<AdSource, 'accountId' | 'htmlSha256' | 'html'>

/**
 * Composes ads from the HTML of customers, apart from everything else that the node does: with a deadline and a limit of
 * memory, in turn for the accounts.
 */
export type Composer = {
  /** Fails with `document-too-costly` when a limit is exceeded; rejects only if the template cannot be read or the node stops. */
  compose(source: AdSource): Promise<ComposedAd | ComposeFailure>
  /** What a template asks of a creative; fails and rejects as `compose`. The answers for the last templates are kept. */
  inspect(template: TemplateSource): Promise<TemplateFacts | ComposeFailure>
  close(): Promise<void>
}
