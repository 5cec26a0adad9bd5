import { text } from '../../codec/text.ts'

/** An access key, the name of an Azure storage account, or the mail address of a Google service account. */
export const AccessKey = text({ min: 1, max: 512 })
/** The keys of an update go together: the rule for the OpenAPI document. */
export const keysTogether = { accessKey: ['secreteKey'], secreteKey: ['accessKey'] }
/** Multi-line: the key of a Google service account is PEM. */
export const SecretKey = text({ min: 1, max: 8192, multiline: true })
