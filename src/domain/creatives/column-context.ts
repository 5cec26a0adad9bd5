import Mustache from 'mustache'

type Columns = Readonly<Record<string, string>>

/**
 * Where a template finds values: the columns, and `{{.}}`, the value of the section around it. Mustache itself follows `a.b` into whatever the
 * value has, and calls the functions that it finds there: a template could reach the objects that all documents of the thread share.
 */
export class ColumnContext extends Mustache.Context {
  readonly #columns: Columns
  readonly #section: string | undefined

  constructor(columns: Columns, section?: string) {
    super(undefined)
    this.#columns = columns
    this.#section = section
  }
  override push(value: string): ColumnContext {
    return new ColumnContext(this.#columns, value)
  }
  override lookup(name: string): string | undefined {
    if (name === '.') return this.#section
    return Object.hasOwn(this.#columns, name) ? this.#columns[name] : undefined
  }
}
