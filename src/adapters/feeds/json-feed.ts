import type { FeedConfig } from '../../domain/asset-sources/feed-format.ts'
import { chosenFirst, endsEarly, type Feed, type FeedRow, type FeedToOpen, otherWay } from './feed.ts'
import { keyPath, valuesOf } from './flat.ts'
import { jsonCandidates, jsonPlaceOf, type RecordShape } from './json-places.ts'
import { type JsonRow, jsonRows } from './json-rows.ts'
import { pathColumns } from './path-columns.ts'

type Records = { readonly rowXPath: string; readonly shape: RecordShape | undefined }

/** Where a configuration has the rows of a JSON document; undefined: it does not say. */
const configured = ({ rootIsArray, oneRowPerObject, rowXPath, xpathMap }: FeedConfig): Records | undefined => {
  if (rootIsArray === undefined && oneRowPerObject === undefined && rowXPath === undefined) return undefined
  const isKeyed = Object.values(xpathMap ?? {}).includes(keyPath)
  return { rowXPath: rowXPath ?? '/', shape: oneRowPerObject ? 'object' : isKeyed ? 'members' : undefined }
}

/** Opens a JSON document: where its rows are is found out unless it is known. Throws Unreadable. */
export const jsonFeed = (opened: FeedToOpen): Feed => {
  const { text, format, config, understood, named, isWhole, cut } = opened
  const candidates = jsonCandidates(opened.beginning, named)
  const chosen = format.rowXPath === undefined ? configured(config) : { rowXPath: format.rowXPath, shape: undefined }
  const before =
    understood.rowXPath === undefined ? undefined : { rowXPath: understood.rowXPath, shape: understood.recordShape }
  const { rowXPath, shape }: Records = chosen ?? before ?? candidates[0] ?? { rowXPath: '/', shape: undefined }
  const paths = pathColumns(config.xpathMap)
  const warnings: string[] = []
  const noteEnd = (where: string): void => {
    if (!cut) warnings.push(endsEarly(where))
  }
  const rows = jsonRows(opened.all, jsonPlaceOf(rowXPath, shape), isWhole && !cut ? undefined : noteEnd)
  const rowOf = ({ values, key }: JsonRow): FeedRow => {
    if (key === undefined) return { cells: paths.cells(valuesOf(values)) }
    return { cells: paths.cells(new Map([[keyPath, key], ...valuesOf(values)])) }
  }
  function* rowsOf(part: Iterable<JsonRow>): Generator<FeedRow> {
    for (const row of part) yield rowOf(row)
  }
  const rootIsArray = opened.beginning.trimStart().startsWith('[')
  const by = chosen ? 'choice' : before ? 'before' : 'file'
  return {
    get config() {
      const root = { rootIsArray, rootIsObject: !rootIsArray }
      return { ...config, ...root, oneRowPerObject: shape === 'object', rowXPath, xpathMap: paths.xpathMap() }
    },
    columns: paths.columns,
    text,
    get understood() {
      return { characterEncoding: text.encoding(), rowXPath, ...(shape ? { recordShape: shape } : {}) }
    },
    candidates: chosenFirst(
      candidates.map(({ rowXPath, columns, rows }) => ({ rowXPath, columns, rows })),
      one => one.rowXPath === rowXPath,
    ),
    async *rows() {
      for await (const part of rows) yield rowsOf(part)
    },
    broken: () => [],
    warnings: () => warnings,
    difference: () => otherWay('rowXPath', rowXPath, by, candidates[0]),
  }
}
