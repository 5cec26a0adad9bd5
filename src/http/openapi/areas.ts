/** A call to try. `$ACCOUNT` in the path is the account; the key is sent unless the path is public. */
export type Example = {
  /** What the reader sees. */
  readonly shows: string
  readonly path: string
  /** Sent by POST. */
  readonly body?: Readonly<Record<string, unknown>>
  readonly isPublic?: true
}

/** An area of the interface: the tag of its operations in the OpenAPI document. */
export type Area = { readonly name: string; readonly about: string; readonly example: Example }

const account = '/v2/accounts/$ACCOUNT'
const campaign = `${account}/retail-campaigns/1`

const area = (name: string, about: string, shows: string, path: string, more: Partial<Example> = {}): Area => ({
  name,
  about,
  example: { shows, path, ...more },
})

/** The areas in the order in which a campaign meets them (HTTP-28); the examples work with the data and the key of the demo. */
export const areas: readonly Area[] = [
  area(
    'Provisioning',
    'What a campaign needs before it begins: retailers, accounts, ad servers, approvers and template campaigns.',
    'The account.',
    account,
  ),
  area(
    'API keys',
    'Issue, list and revoke the keys of an account.',
    'A key that may only look at campaigns; its text is shown once.',
    `${account}/api-keys`,
    {
      body: { owner: 'reader', permissions: ['Campaigns_View'] },
    },
  ),
  area(
    'Template generation',
    'Make ad templates from a brand, edit them by prompts, and turn them into a template campaign.',
    'The templates of the page of a brand, with their previews.',
    `${account}/tmplGenAI/ui-response/page`,
  ),
  area(
    'Media channels',
    'Where campaigns run, and what activation does there.',
    'The channels of the retailer.',
    '/v2/org/fernhollow/retail-media-channels',
  ),
  area(
    'Media plans',
    'Sites, placements, and the trackers that their tags fire.',
    'The media plan of the campaign.',
    `${account}/media-plans/1`,
  ),
  area(
    'Asset library',
    'Upload the pictures and fonts of ads.',
    'The files of the account.',
    `${account}/assets?limit=5`,
  ),
  area(
    'Asset sources',
    'Rows for creatives: typed, from product feeds, fetched, recommended, or rendered as films.',
    'A source of one row.',
    `${account}/asset-sources/inline`,
    {
      body: { assetSourceName: 'Pots', assetKeyColumn: 'sku', data: [{ sku: 'pot-3', price: '9.90' }] },
    },
  ),
  area(
    'Cloud services',
    'Copy files from cloud storage into the asset library.',
    'The services of the account; the demo has none.',
    '/accounts/$ACCOUNT/cloud',
  ),
  area(
    'Retail campaigns',
    'Create, change, copy and end campaigns.',
    'The newest campaigns.',
    `${account}/retail-campaigns?order=descending&limit=5`,
  ),
  area(
    'Creatives',
    'What the ads of a campaign show, with previews.',
    'A creative, with its preview in each size.',
    `${campaign}/creatives?limit=1`,
  ),
  area(
    'Approval',
    'Ask approvers by mail, and follow their answers.',
    'Who was asked, and what they answered.',
    `${campaign}/approvalStatus`,
  ),
  area(
    'Activation',
    'Bring an approved campaign live.',
    'Whether the campaign is live.',
    `${account}/retailcampaigns/1/activationstatus`,
  ),
  area(
    'Exports and tags',
    'ZIPs of rendered ads, ad tags, and the queues of long work.',
    'The newest queues, with their errors.',
    `${account}/queues?order=descending&limit=5`,
  ),
  area(
    'Serving',
    'What the tags of live campaigns load.',
    'An ad, as a page with its tag loads it.',
    '/serve/$ACCOUNT/1/101',
    { isPublic: true },
  ),
  area(
    'DSP',
    'Export tags to a demand-side platform.',
    'The configurations of the account.',
    `${account}/dsp-configurations`,
  ),
  area(
    'Classic campaigns',
    'Campaigns that decide by rules what an ad shows.',
    'The classic campaigns; the demo has none.',
    `${account}/campaigns`,
  ),
  area('Audit', 'Who did what and when.', 'The newest events.', `${account}/events?order=descending&limit=5`),
  area(
    'Webhooks',
    'Have events sent to an address of yours, signed.',
    'The webhooks of the account; the demo has none.',
    `${account}/webhooks`,
  ),
  area(
    'Jobs',
    'What the service has yet to do, what failed, and how the service is.',
    'The jobs of the account.',
    `${account}/jobs`,
  ),
  area('Service', 'Pages and probes of the service itself.', 'Whether the node is ready.', '/readyz', {
    isPublic: true,
  }),
]

/** The last part of the address of an area's example, as in /docs/guides/examples#asset-sources. */
export const anchorOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-')

/** An example as a command for a shell in which URL, ACCOUNT and KEY are set. */
export const commandOf = ({ path, body, isPublic }: Example): string =>
  [
    `curl "$URL${path}"`,
    ...(isPublic ? [] : ['-H "svc_apikey: $KEY"']),
    // a body has no apostrophe
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`]),
  ].join(' \\\n  ')
