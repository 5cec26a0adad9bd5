import { someOf } from '../shared/wording.ts'
import { isOwnAddress, type Library, libraryPathOf, pictureFault } from './picture-fault.ts'
import type { SaveWarning } from './save-warning.ts'

/** The HTML of an ad unit as it was sent. */
export type SentHtml = {
  /** Of the HTML in the body. */
  readonly pointer: string
  readonly libraryPaths: readonly string[]
  /** The addresses with a host that it loads. */
  readonly loads: readonly string[]
  /** The addresses of its pictures that may be files of the library. */
  readonly pictures: readonly string[]
  /** Such addresses of other files, and of pictures of which browsers choose one. */
  readonly files: readonly string[]
  readonly leadsPage: boolean
}

const notCounted =
  'A script of the HTML leads the page itself to another address (top.location or parent.location): click trackers without {redirect} are not called. Use a link, or window.open(clickTag).'

/** An address without its query, which may hold a secret. */
const displayed = (address: string): string => address.split(/[?#]/, 1)[0] ?? ''

/** What the HTML of an ad unit names that cannot be shown, or not for certain (PROVISION-8). */
export const adUnitWarnings = (
  { pointer, libraryPaths, loads, pictures, files, leadsPage }: SentHtml,
  library: Library,
): readonly SaveWarning[] => {
  const faults = pictures.flatMap(address => {
    const fault = pictureFault(address, library)
    return fault
      ? [{ pointer, code: fault.code, detail: `${displayed(address)} cannot be shown: ${fault.detail}.` }]
      : []
  })
  const nowhere = files.filter(
    address => isOwnAddress(address, library) && libraryPathOf(address, library) === undefined,
  )
  const shown = new Set(pictures.map(address => libraryPathOf(address, library)))
  const named = new Set([...libraryPaths, ...files.flatMap(address => libraryPathOf(address, library) ?? [])])
  const missing = [...named].filter(path => !library.contentTypes.has(path) && !shown.has(path))
  const elsewhere = loads.filter(address => !isOwnAddress(address, library)).map(displayed)
  const absent = `The HTML names what is not in the asset library: ${someOf(missing)}.`
  const addresses = `The HTML loads what is not in the asset library, and is rejected while that cannot be reached: ${someOf(elsewhere)}. Upload it to the library.`
  const relative = `${someOf(nowhere.map(displayed))} cannot be loaded: it is no file of the asset library. Upload it, and write /assets/${library.accountId}/ before its path.`
  return [
    ...faults,
    ...(nowhere.length === 0 ? [] : [{ pointer, code: 'file-missing', detail: relative }]),
    ...(missing.length === 0 ? [] : [{ pointer, code: 'file-missing', detail: absent }]),
    ...(elsewhere.length === 0 ? [] : [{ pointer, code: 'external-address', detail: addresses }]),
    ...(leadsPage ? [{ pointer, code: 'click-not-counted', detail: notCounted }] : []),
  ]
}
