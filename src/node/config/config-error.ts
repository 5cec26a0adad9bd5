/** A configuration that a node cannot start with; its message says to an operator what to change. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
