import { text } from '../../codec/text.ts'

/** The id of a workflow, chosen by the caller, unique in the account (TEMPLATE-22). It is part of paths and of names of files. */
export const RequestId = text({
  pattern: /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/,
  must: 'must be 1 to 128 letters, digits, . _ or -, the first a letter or digit',
  max: 128,
})
