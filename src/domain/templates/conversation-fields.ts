import * as t from 'io-ts'
import { about } from '../../codec/described.ts'
import { text } from '../../codec/text.ts'

/** A conversation, as the service named it. */
export const ConversationId = text({
  pattern: /^[A-Za-z0-9._-]{1,300}$/,
  must: 'must be a conversationId of the service',
  max: 300,
})
/** `<major>.<minor>`. */
export const Version = text({
  pattern: /^[1-9]\d{0,4}\.\d{1,5}$/,
  must: 'must be a version such as 2.0',
  max: 11,
})
/** A regeneration, as the service named it. */
export const RegenerateJobId = text({
  pattern: /^[A-Za-z0-9._-]{1,320}$/,
  must: 'must be a regenerateJobId of the service',
  max: 320,
})

/** The status of a regeneration that an answer reports to have started. */
export const Initiated = about(t.literal('INITIATED'), '`INITIATED`: the edit starts soon; ask getRegenerationResult.')
