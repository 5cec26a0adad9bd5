import { turns } from '../engine/turns.ts'
import type { Page, Stored } from '../ports/read-models.ts'
import type { ListQuery } from './list-query.ts'
import type { Narrowing } from './made-fields.ts'
import type { Item } from './page-of.ts'

/** How items in responses differ from the stored documents. */
export type Presenting = {
  /** Converts a stored document to an item; without it (and without `text`) the stored text is sent unchanged. */
  present?(document: never): unknown
  /** The same with only what filters compare; default: `present`. */
  presentCompared?(document: never): unknown
  /** Converts the stored text to an item's text without parsing; takes precedence over `present`. */
  text?(stored: Stored): string
  /** Replaces the documents of a page before they are presented, when their items need more reads; only the first of them if they are too large. */
  documents?(stored: readonly Stored[]): Promise<readonly Stored[]>
  /** The same with only those members that are made when a list is read, to compare them with filters; default: `documents`. */
  compared?(stored: readonly Stored[]): Promise<readonly Stored[]>
  /** What is known of the documents that filters by made fields hold for. */
  readonly narrowing?: Narrowing
  /** Further members of the response, for example ctaText. */
  readonly extra?: Readonly<Record<string, unknown>>
}

const pick = (item: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.flatMap(name => (Object.hasOwn(item, name) ? [[name, item[name]]] : [])))

const textOf = ({ present, text }: Presenting): ((stored: Stored) => string) =>
  text ?? (present ? ({ json }: Stored) => JSON.stringify(present(JSON.parse(json) as never)) : (d: Stored) => d.json)

/** What is made of each document, with turns for others in between: a page may have 500 items of 100 signed links each. */
const inTurns = async <A>(documents: readonly Stored[], make: (document: Stored) => A): Promise<readonly A[]> => {
  const made: A[] = []
  const turn = turns()
  for (const document of documents) {
    const others = turn()
    // without an await for each document, of which a page has many
    if (others) await others
    made.push(make(document))
  }
  return made
}

/** The items of a page as text, with the members that were asked for. */
export const itemsText = async (page: Page, { select }: ListQuery, presenting: Presenting): Promise<string> => {
  const selected = (item: string) => (select ? JSON.stringify(pick(JSON.parse(item), select)) : item)
  const ofDocument = textOf(presenting)
  return (await inTurns(page.documents, document => selected(ofDocument(document)))).join(',')
}

/** The items of documents, to be compared with filters. */
export const itemsOf =
  (presenting: Presenting) =>
  async (stored: readonly Stored[]): Promise<readonly Item[]> => {
    const { documents = async () => stored, compared = documents, presentCompared } = presenting
    const ofDocument = textOf(presentCompared ? { present: presentCompared } : presenting)
    return inTurns(await compared(stored), document => JSON.parse(ofDocument(document)))
  }
