/** What a code stands for: its HTTP status, a title that never changes, and a sentence or two for the page that its `type` leads to. */
export type ProblemKind = { readonly status: number; readonly title: string; readonly docs: string }

const kind = (status: number, title: string, docs: string): ProblemKind => ({ status, title, docs })

/** Every code that a problem may carry (decisions 1 and 2). A refusal with a code that is not here is our own fault: 500. */
export const problems = {
  // the request
  'invalid-request': kind(
    400,
    'The request is not valid',
    'A field of the path, the query or the body has the wrong shape. `errors` names each with a JSON pointer: `/path/…`, `/query/…`, or a pointer into the body.',
  ),
  'invalid-cursor': kind(
    400,
    'The page token is not valid',
    '`next` and `previous` are used as an answer gave them, with the same filters, within 24 hours.',
  ),
  'invalid-position': kind(
    400,
    'The position is not valid',
    'Endcap-After-Position takes the value of an Endcap-Position header.',
  ),
  'malformed-json': kind(400, 'The body is not JSON', 'The body could not be read as JSON in UTF-8.'),
  'json-too-deep': kind(400, 'The JSON is nested too deeply', 'A body may be 64 levels deep.'),
  'malformed-form': kind(
    400,
    'The form is not valid',
    'The multipart body could not be read, or has more parts than the operation takes.',
  ),
  'cloud-check-failed': kind(
    400,
    'The cloud service could not be read',
    'A listing with these credentials failed; `detail` and `errors` say why: the bucket is missing, the key or the address is refused, or there was no answer.',
  ),
  'design-brief-input': kind(
    400,
    'One design file, not two and not none',
    'A design brief takes either designBriefZip or psdFile.',
  ),
  'key-missing': kind(401, 'An API key is required', 'Send the key in the header svc_apikey.'),
  'key-invalid': kind(401, 'The API key is not valid', 'The key is unknown, revoked or expired.'),
  'key-in-query': kind(
    401,
    'The API key must not be in the URL',
    'Addresses end up in logs and histories. Send the key in the header svc_apikey, and revoke the one that was in a URL.',
  ),
  'link-invalid': kind(403, 'The link was not made by this service', 'A signed link works only as it was given.'),
  'link-expired': kind(
    403,
    'The link has expired',
    'Read the answer that gave the link again; it then carries a new one.',
  ),
  'permission-missing': kind(403, 'The key lacks the permission', '`permission` names what the operation requires.'),
  'account-not-on-key': kind(
    403,
    'The account is not on the key',
    'A key reaches only the accounts that it was issued for.',
  ),
  'organisation-not-on-key': kind(
    403,
    'The organisation is not on the key',
    'A key reaches only the organisations that it was issued for.',
  ),
  'grant-exceeds-key': kind(
    403,
    'A key cannot grant more than it has',
    'Permissions, accounts and organisations of a new key must be on the key that issues it.',
  ),
  'not-a-retailer': kind(
    403,
    'The organisation is not a retailer',
    'Media channels belong to organisations of retailers.',
  ),
  'route-not-found': kind(404, 'There is no such operation', 'No operation has this path. /docs lists them all.'),
  'not-found': kind(404, 'There is no such object', 'The object does not exist, or belongs to another account.'),
  'method-not-allowed': kind(
    405,
    'The path does not take this method',
    'The header Allow lists the methods that it takes.',
  ),
  'too-large': kind(413, 'The request is too large', 'The body is over the bound of the operation.'),
  'append-too-large': kind(
    413,
    'The change is too large',
    'What the request leads to is over the bound of one write. Send it in parts.',
  ),
  'unsupported-media-type': kind(
    415,
    'The content type does not fit',
    'The operation takes another content type, or no content encoding.',
  ),
  'rate-limited': kind(
    429,
    'Too many requests',
    'The headers RateLimit-Policy and RateLimit say what a key may do in a minute; Retry-After says in how many seconds to come back.',
  ),

  // the state forbids it
  'idempotency-key-in-use': kind(
    409,
    'The first request is still running',
    'A request with the same Idempotency-Key has not been answered yet. Try again in a moment.',
  ),
  'idempotency-key-reused': kind(
    422,
    'The Idempotency-Key was used for another request',
    'One Idempotency-Key stands for one body. Use a new one.',
  ),
  stale: kind(412, 'The object has changed', 'If-Match names an older version. Read the object again and decide anew.'),
  conflict: kind(409, 'The state forbids it', 'The object is in a state in which this cannot be done.'),
  'approval-required': kind(
    409,
    'An approval is required',
    'The campaign has approvers and its present content is not approved.',
  ),
  'approval-already-decided': kind(409, 'The approval was decided already', 'One link is good for one decision.'),
  'approval-content-changed': kind(
    409,
    'The content changed after the request',
    'The approval must be asked for again.',
  ),
  'approval-link-expired': kind(409, 'The approval link has expired', 'A link is good for 14 days.'),
  'approval-superseded': kind(409, 'A newer approval request replaces this one', 'Use the link of the newest mail.'),
  'nothing-to-approve': kind(409, 'There is nothing to approve', 'The campaign has no creative yet.'),
  'nothing-to-activate': kind(409, 'There is nothing to activate', 'The campaign has no creative yet.'),
  'campaign-ended': kind(409, 'The campaign has ended', 'An ended campaign stays ended. Clone it to run it again.'),
  'campaign-not-active': kind(409, 'The campaign is not active', 'Tags exist once the campaign was activated.'),
  'creative-exists': kind(409, 'The creative exists already', 'service ADD makes new creatives only.'),
  'wrong-asset-source-type': kind(
    409,
    'The campaign has another asset source',
    'The operation is for campaigns whose asset source is of the type that `detail` names.',
  ),
  'template-missing': kind(
    409,
    'The template campaign is gone',
    'The campaign keeps what it has copied; it cannot be refreshed.',
  ),
  'picture-missing': kind(409, 'The picture cannot be made', '`detail` says what keeps the ad from being drawn.'),
  'external-id-taken': kind(
    409,
    'The externalId is taken',
    'Another campaign of the account has it; `retailCampaignIdx` names it.',
  ),
  'asset-path-taken': kind(
    409,
    'The asset path holds other content',
    'A path holds one content for ever. Use another path.',
  ),
  'media-channel-in-use': kind(
    409,
    'The media channel is in use',
    'A campaign that is in progress, published or active uses it.',
  ),
  'media-channel-missing': kind(
    409,
    'The media channel is gone',
    'The media channel that the campaign names was deleted. Name another one.',
  ),
  'media-channel-disabled': kind(
    409,
    'The media channel is disabled',
    'Campaigns are activated on channels that are Enabled.',
  ),
  'tags-not-generated': kind(
    409,
    'The media channel makes no tags',
    'tagGeneration of the channel was off when the campaign was activated.',
  ),
  'request-id-reused': kind(409, 'The requestId was used for another request', 'One requestId stands for one body.'),
  'copy-running': kind(409, 'A copy is running', 'The cloud service can be deleted when its copy has ended.'),
  'claim-lost': kind(409, 'Another worker took over', 'Another node works on this.'),

  'cloud-refused': kind(
    409,
    'The cloud service does not let us in',
    'The bucket is missing, or the key, the address or the name is refused; `detail` says which. Nothing changes until somebody changes it.',
  ),

  // ours
  'cloud-unavailable': kind(
    503,
    'The cloud service cannot be read just now',
    'It is unreachable, silent, or answers something else than a listing. Try again in a moment.',
  ),
  'internal-error': kind(500, 'Something failed on our side', 'The traceId leads to the entry in our log.'),
  'file-damaged': kind(
    500,
    'A file is damaged or lost',
    'The bytes of a file are not those that were stored. Trying again does not help; whoever runs the service puts it back from a backup.',
  ),
  busy: kind(503, 'Too many changes at once', 'The object changes faster than this write could. Try again.'),
  'store-unavailable': kind(
    503,
    'A store is away',
    'The event log or the read models cannot be reached. Try again in a moment.',
  ),
  'read-models-behind': kind(
    503,
    'The read models are behind',
    'The position of Endcap-After-Position was not reached within 5 seconds.',
  ),
  'newer-release': kind(
    503,
    'The object was changed by a newer release',
    'The node runs an older release than the one that changed the object last, and decides nothing on it. Another node answers, or this one after its upgrade.',
  ),
  draining: kind(503, 'The node is stopping', 'Another node answers. Try again.'),
  'not-ready': kind(503, 'The node is not ready', 'The read models have not caught up with the log yet.'),
} as const satisfies Record<string, ProblemKind>

/** The meaning of a code. Throws for a code that is not registered: tests find it, and a client gets a 500. */
export const problemOf = (code: string): ProblemKind => {
  const found = Object.hasOwn(problems, code) ? problems[code as keyof typeof problems] : undefined
  if (found === undefined)
    throw new Error(`the problem code ${code} is not registered in src/http/response/problems.ts`)
  return found
}
