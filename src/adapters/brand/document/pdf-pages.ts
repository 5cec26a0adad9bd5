import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { limits } from '../limits.ts'
import { Unreadable } from '../unreadable.ts'

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>
export type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>
export type PdfJs = Awaited<ReturnType<typeof getResolvedPDFJS>>

/** Pages that are read; a guideline says what matters in its first ones. */
const mostPages = 40

/** Codes that a PDF is not run, asked or loaded by: everything comes from its own bytes. */
const bounded = {
  isEvalSupported: false,
  enableXfa: false,
  disableFontFace: true,
  useSystemFonts: false,
  useWasm: false,
  disableAutoFetch: true,
  maxImageSize: limits.pixels,
  verbosity: 0,
} as const

const opened = async (bytes: Uint8Array): Promise<PdfDocument> => {
  try {
    return await getDocumentProxy(bytes, bounded)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const isLocked = error.name === 'PasswordException'
    throw new Unreadable('unreadable', isLocked ? 'The PDF has a password.' : 'The PDF is damaged.')
  }
}

export type OpenPdf = {
  readonly title: string | undefined
  readonly pageCount: number
  readonly pdfjs: PdfJs
  /** The pages that can be read, one by one; each is let go when the next one is asked for. */
  pages(): AsyncGenerator<PdfPage>
  close(): Promise<void>
}

const titleOf = async (document: PdfDocument): Promise<string | undefined> => {
  const { info } = await document.getMetadata().catch(() => ({ info: {} }))
  return 'Title' in info && typeof info.Title === 'string' ? info.Title : undefined
}

/** Opens a PDF. Its scripts, forms, links and attachments are not read. Throws Unreadable. */
export const openPdf = async (bytes: Uint8Array): Promise<OpenPdf> => {
  const document = await opened(bytes)
  return {
    title: await titleOf(document),
    pageCount: document.numPages,
    pdfjs: await getResolvedPDFJS(),
    async *pages() {
      for (let n = 1; n <= Math.min(mostPages, document.numPages); n++) {
        // one broken page does not make the others unreadable
        const page = await document.getPage(n).catch(() => undefined)
        if (page === undefined) continue
        yield page
        page.cleanup()
      }
    },
    close: async () => {
      await document.loadingTask.destroy()
    },
  }
}
