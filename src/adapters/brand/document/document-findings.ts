import { beginningOf } from '../../files/beginning-of.ts'
import type { KeptPictures } from '../pictures/kept-pictures.ts'
import { kindOf } from '../source-kind.ts'
import type { SourceRead } from '../source-read.ts'
import { Unreadable } from '../unreadable.ts'

/** Reads a document: a page, a PDF or a plain text, told by its bytes. Throws Unreadable. */
export const documentFindings = async (
  path: string,
  charset: string | undefined,
  pictures: KeptPictures,
): Promise<SourceRead> => {
  switch (kindOf(await beginningOf(path))) {
    case 'html':
      return (await import('../page/page-findings.ts')).pageFindings(
        { path, charset, styleSheets: [], pictures: [] },
        pictures,
      )
    case 'pdf':
      return (await import('./pdf-findings.ts')).pdfFindings(path, pictures)
    case 'text':
      return (await import('./text-findings.ts')).textFindings(path, charset)
    case 'png':
    case 'jpeg':
    case 'webp':
    case 'svg':
      return (await import('../pictures/picture-findings.ts')).pictureFindings(path, pictures)
    case 'psd':
    case 'zip':
    case 'unknown':
      throw new Unreadable('unreadable', 'The document is no HTML, PDF or plain text.')
  }
}
