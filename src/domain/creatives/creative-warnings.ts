import { browserAddress } from '../assets/library-address.ts'
import { someOf } from '../shared/wording.ts'
import { pathsInColumns } from './library-paths.ts'
import { type Library, pictureFault } from './picture-fault.ts'
import { mostWarnings, type SaveWarning } from './save-warning.ts'
import type { TemplateFacts } from './template-facts.ts'

/** An ad unit by name, and what its HTML asks of a creative. */
export type UnitFacts = { readonly name: string; readonly facts: TemplateFacts }
/** A column of a request. `pointer`: of the column in the body. */
export type SentColumn = { readonly pointer: string; readonly columnName: string; readonly columnValue: string }

/** What the ad units of a campaign ask of its creatives together. */
export type Needs = {
  readonly units: readonly UnitFacts[]
  readonly columns: ReadonlySet<string>
  readonly images: ReadonlySet<string>
  readonly addresses: ReadonlySet<string>
  /** Every column that an ad unit uses in some way. */
  readonly used: ReadonlySet<string>
}

export type SavedCreative = {
  readonly needs: Needs
  readonly sent: readonly SentColumn[]
  /** Where columns would be sent that the creative lacks. */
  readonly pointer: string
  /** The columns that the creative has now, with those of its product. */
  readonly columns: ReadonlySet<string>
  /** Columns that the campaign uses itself. */
  readonly ofCampaign: readonly string[]
  readonly library: Library
}

/** What these ad units ask for. */
export const needsOf = (units: readonly UnitFacts[]): Needs => {
  const all = (of: (facts: TemplateFacts) => readonly string[]) => new Set(units.flatMap(({ facts }) => of(facts)))
  return {
    units,
    columns: all(facts => facts.columns),
    images: all(facts => facts.images),
    addresses: all(facts => facts.addresses),
    used: all(({ columns, optional, images }) => [...columns, ...optional, ...images]),
  }
}

const unknownColumns = ({ needs: { used }, sent, ofCampaign }: SavedCreative): readonly SaveWarning[] => {
  const unused = sent.filter(({ columnName }) => !used.has(columnName))
  if (unused.length === 0) return []
  const own = new Set(ofCampaign)
  const existing = used.size === 0 ? 'they use none' : `they use ${someOf([...used])}`
  return unused
    .filter(({ columnName }) => !own.has(columnName))
    .map(({ pointer, columnName }) => ({
      pointer: `${pointer}/columnName`,
      code: 'unknown-column',
      detail: `No ad unit uses the column ${columnName}; ${existing}.`,
    }))
}

const missingColumns = ({ needs, pointer, columns }: SavedCreative): readonly SaveWarning[] => {
  const { units, images } = needs
  const lacking = [...needs.columns].filter(column => !columns.has(column))
  if (lacking.length === 0) return []
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

const wrongFiles = ({ needs: { addresses }, sent, library }: SavedCreative): readonly SaveWarning[] => {
  const faultOf = ({ columnName, columnValue }: SentColumn): Omit<SaveWarning, 'pointer'> | undefined => {
    if (addresses.has(columnName)) {
      const fault =
        columnValue.trim() === '' ? undefined : pictureFault(browserAddress(library.accountId, columnValue), library)
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
