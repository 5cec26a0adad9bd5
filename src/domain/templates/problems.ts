import { type Problems, problem } from '../shared/problem.ts'

/** The problem codes of this area. */
export const templatesProblems = {
  'regeneration-running': problem(
    'conflict',
    'Another edit of the conversation runs',
    'One edit of a conversation runs at a time. `regenerateJobId` is the one that runs.',
    'Wait for its result, then send the edit again.',
  ),
  'no-version-yet': problem(
    'conflict',
    'The conversation has no version yet',
    'No version of the conversation could be made so far.',
    'Retry its prompt, or send templateHtml.',
  ),
  'workflow-running': problem(
    'conflict',
    'The workflow still runs',
    'Its templates can be edited and used when it is COMPLETED.',
    'Wait until getWorkflowStatus answers COMPLETED, then send the request again.',
  ),
  'workflow-failed': problem(
    'conflict',
    'The workflow failed',
    'It has made no templates; `detail` says why.',
    'Start another workflow under a new requestId.',
  ),
  'workflow-terminated': problem(
    'conflict',
    'The workflow was terminated',
    'It was ended before its templates could be edited.',
    'Start another workflow under a new requestId.',
  ),
  'workflow-sources-deleted': problem(
    'conflict',
    'The files of the workflow were deleted',
    'Files that a workflow was started with are kept for 24 hours after it has failed or was terminated.',
    'Start another workflow with the same files under a new requestId.',
  ),
  'no-prompt-to-retry': problem(
    'conflict',
    'There is no prompt to retry',
    'The first version of a workflow was not made by a prompt.',
    'Send a prompt instead.',
  ),
  'too-many-versions': problem(
    'conflict',
    'The conversation has too many versions',
    'A conversation has at most 100 versions.',
    'Start another one with the HTML of a version as templateHtml.',
  ),
  'too-many-conversations': problem(
    'conflict',
    'The request has too many conversations',
    'A request has at most 100 conversations.',
    'Go on in one of them: templateHtml may be sent with a conversationId.',
  ),
  'request-id-reused': problem(
    'conflict',
    'The requestId is taken',
    'A workflow of the account was started under this requestId with another request.',
    'Choose a new requestId.',
  ),
  'design-brief-input': problem(
    'invalid',
    'One design file is needed',
    'The request has both or none of the two design files.',
    'Send either designBriefZip or psdFile, not both.',
  ),
  'brand-file-kind': problem(
    'invalid',
    'The file is of another kind',
    'The kind is read from the bytes; `errors` names the part and the kinds that it takes.',
    'Send a file of one of these kinds.',
  ),
  'generative-service-refused': problem(
    'invalid',
    'The generative service refused the request',
    'The service behind GENERATIVE_SERVICE_URL refused what was passed on; `serviceStatus` is its status.',
    'Correct what `detail` names and send the request again.',
  ),
  'generative-service-unavailable': problem(
    'unavailable',
    'The generative service is unavailable',
    'It is unreachable, does not answer in time, or answers something that cannot be passed on.',
    'Retry in a moment.',
  ),
} as const satisfies Problems
