import { count } from '../../domain/shared/wording.ts'
import { chosenFirst, endsEarly, type Feed, type FeedRow, type FeedToOpen, otherWay } from './feed.ts'
import type { Values } from './flat.ts'
import { pathColumns } from './path-columns.ts'
import { Unreadable } from './unreadable.ts'
import { xmlCandidates } from './xml-places.ts'
import { xmlRows } from './xml-rows.ts'

/** Opens an XML document: where its rows are is found out unless it is known. Throws Unreadable. */
export const xmlFeed = (opened: FeedToOpen): Feed => {
  const { text, format, config, understood, named, isWhole } = opened
  const candidates = xmlCandidates(opened.beginning, named)
  const chosen = format.rowXPath ?? config.rowXPath
  const rowXPath = chosen ?? understood.rowXPath ?? candidates[0]?.rowXPath
  if (rowXPath === undefined)
    throw new Unreadable('no-rows', 'The XML has no element with elements or attributes that could be a row.')
  const by = chosen === undefined ? (understood.rowXPath === undefined ? 'file' : 'before') : 'choice'
  const paths = pathColumns(config.xpathMap)
  const warnings: string[] = []
  const noteEnd = () => void warnings.push(endsEarly(''))
  const read = xmlRows(opened.all, rowXPath, isWhole ? undefined : noteEnd)
  function* rowsOf(part: readonly Values[]): Generator<FeedRow> {
    for (const values of part) yield { cells: paths.cells(values) }
  }
  return {
    get config() {
      return { ...config, rowXPath, xpathMap: paths.xpathMap() }
    },
    columns: paths.columns,
    text,
    get understood() {
      return { characterEncoding: text.encoding(), rowXPath }
    },
    candidates: chosenFirst(candidates, one => one.rowXPath === rowXPath),
    async *rows() {
      for await (const part of read.parts) yield rowsOf(part)
    },
    broken: () => [],
    warnings: () => {
      const twice = read.twiceEscaped()
      if (twice === 0) return warnings
      return [
        ...warnings,
        `${count(twice, 'value has', 'values have')} entities that were escaped twice, such as &amp;eacute;. Ads show them as they are.`,
      ]
    },
    difference: () => otherWay('rowXPath', rowXPath, by, candidates[0]),
  }
}
