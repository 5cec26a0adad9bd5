import type { BrandFault } from '../../ports/brand-reader.ts'
import { limits } from './limits.ts'

/** The source cannot be read. The message is for the person who sent it. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
  readonly code: BrandFault['code']
  /** The same source may be readable later. */
  readonly transient: boolean
  constructor(code: BrandFault['code'], detail: string, transient = false) {
    super(detail)
    this.code = code
    this.transient = transient
  }
}

export const faultOf = ({ code, message, transient }: Unreadable): BrandFault => ({ code, detail: message, transient })

export const tooManyPixels = () =>
  new Unreadable('too-large', `The picture has more than ${limits.pixels / 1e6} megapixels.`)
