import { clickColumn } from '../columns.ts'

/** Bytes of a picture that a template holds itself, as base64 at most. */
const mostInline = 64 * 1024

const ofLibrary = /^\/assets\/[A-Za-z0-9_-]{1,64}\/[^\\"'<>?#\s(){}]{1,1536}$/
const inlinePicture = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/
const placeholder = /^\{\{\s?([^<>&"'={}#^/!]{1,128})\}\}$/

const isUpward = (path: string): boolean => path.split('/').some(part => /^(?:\.|%2e){1,2}$/i.test(part))

/** Whether a template may load a font from here: the library. */
export const isFontAddress = (address: string): boolean => ofLibrary.test(address) && !isUpward(address)

/** Whether a template may show a picture from here: the library, a column of a product, or itself. */
export const isPictureAddress = (address: string): boolean =>
  placeholder.test(address) || isFontAddress(address) || (address.length <= mostInline && inlinePicture.test(address))

/** The same for style sheets, which have no placeholders. */
export const isStylePicture = (address: string): boolean => !address.includes('{') && isPictureAddress(address)

/** Whether a link leads where clicks are counted, or nowhere. */
export const isLinkAddress = (address: string): boolean =>
  address === '#' || placeholder.exec(address)?.[1]?.trim() === clickColumn
