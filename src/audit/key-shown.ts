/** An event, a state or a document of an API key as people read it: without the hash of the key (AUDIT-8). */
export const keyShown = <T>(key: T): T =>
  JSON.parse(JSON.stringify(key, (name, value) => (name === 'hash' ? undefined : value)))
