import { pathsInColumns } from './library-paths.ts'
import { type Library, pictureFault } from './picture-fault.ts'
import { mostWarnings, type SaveWarning, someOf } from './save-warning.ts'
import type { TemplateFacts } from './template-facts.ts'

/** An ad unit by name, and what its HTML asks of a creative. */
export type UnitFacts = { readonly name: string; readonly facts: TemplateFacts }
/** A column of a request. `pointer`: of the column in the body. */
export type SentColumn = { readonly pointer: string; readonly columnName: string; readonly columnValue: string }

export type SavedCreative = {
  readonly units: readonly UnitFacts[]
  readonly sent: readonly SentColumn[]
  /** Where columns would be sent that the creative lacks. */
  readonly pointer: string
  /** The columns that the creative has now, with those of its product. */
  readonly columns: ReadonlySet<string>
  /** Columns that the campaign uses itself. */
  readonly ofCampaign: readonly string[]
  readonly library: Library
}

const all = (units: readonly UnitFacts[], of: (facts: TemplateFacts) => readonly string[]): ReadonlySet<string> =>
  new Set(units.flatMap(({ facts }) => of(facts)))

const unknownColumns = ({ units, sent, ofCampaign }: SavedCreative): readonly SaveWarning[] => {
  const used = all(units, ({ columns, optional, images }) => [...columns, ...optional, ...images])
  const known = new Set([...used, ...ofCampaign])
  const existing = used.size === 0 ? 'they use none' : `they use ${someOf([...used])}`
  return sent
    .filter(({ columnName }) => !known.has(columnName))
    .map(({ pointer, columnName }) => ({
      pointer: `${pointer}/columnName`,
      code: 'unknown-column',
      detail: `No ad unit uses the column ${columnName}; ${existing}.`,
    }))
}

const missingColumns = ({ units, pointer, columns }: SavedCreative): readonly SaveWarning[] => {
  const lacking = [...all(units, facts => facts.columns)].filter(column => !columns.has(column))
  const images = all(units, facts => facts.images)
  const unitsOf = (names: readonly string[]) =>
    someOf(units.filter(({ facts }) => facts.columns.some(column => names.includes(column))).map(({ name }) => name))
  const pictures = lacking.filter(column => images.has(column))
  const texts = lacking.filter(column => !images.has(column))
  const ofPictures = `The creative has no picture in ${someOf(pictures)}: it cannot be shown in ${unitsOf(pictures)}.`
  const ofTexts = `The creative has no value for ${someOf(texts)}: left empty in ${unitsOf(texts)}.`
  return [
    ...(pictures.length === 0 ? [] : [{ pointer, code: 'image-missing', detail: ofPictures }]),
    ...(texts.length === 0 ? [] : [{ pointer, code: 'missing-column', detail: ofTexts }]),
  ]
}

const wrongFiles = ({ units, sent, library }: SavedCreative): readonly SaveWarning[] => {
  const addresses = all(units, facts => facts.addresses)
  const faultOf = ({ columnName, columnValue }: SentColumn): Omit<SaveWarning, 'pointer'> | undefined => {
    if (addresses.has(columnName)) {
      const fault = columnValue === '' ? undefined : pictureFault(columnValue, library)
      return fault && { ...fault, detail: `The value of ${columnName} cannot be shown as a picture: ${fault.detail}.` }
    }
    const missing = pathsInColumns(library.accountId, [{ columnValue }]).filter(path => !library.contentTypes.has(path))
    const detail = `The value of ${columnName} names what is not in the asset library: ${someOf(missing)}.`
    return missing.length === 0 ? undefined : { code: 'file-missing', detail }
  }
  return sent.flatMap(column => {
    const fault = faultOf(column)
    return fault ? [{ pointer: `${column.pointer}/columnValue`, ...fault }] : []
  })
}

/** What a saved creative lacks for its activation, or has in vain (CREATIVE-20). */
export const creativeWarnings = (saved: SavedCreative): readonly SaveWarning[] =>
  [...wrongFiles(saved), ...missingColumns(saved), ...unknownColumns(saved)].slice(0, mostWarnings)
