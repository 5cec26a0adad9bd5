/** What is said of a copy of a log that holds events but not the secrets that they need; follows the name of the copy and a verb. */
export const secretsElsewhere =
  'the secrets of its log, and no node starts on it without them. Where MONGODB_URL was set, they are in that database: save its collection secrets as well (docs/operations.md, Backup).'
