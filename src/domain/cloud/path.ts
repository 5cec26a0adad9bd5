import * as t from 'io-ts'
import { described } from '../../codec/described.ts'
import { text } from '../../codec/text.ts'

/** Characters that a person or a program may mistake for a slash. */
const slashes = /[\\\u2044\u2215\u29f5\u29f8\ufe68\uff0f\uff3c]/g

const decodedOnce = (name: string): string =>
  name.replace(/(?:%[0-9a-f]{2})+/gi, encoded => Buffer.from(encoded.replaceAll('%', ''), 'hex').toString('utf8'))

/** A name after every decoding and normalisation that a program might apply. */
const plainest = (name: string): string => {
  let plain = name
  for (let before: string | undefined; before !== plain; ) {
    before = plain
    plain = decodedOnce(plain).normalize('NFKC').replace(slashes, '/')
  }
  return plain
}

/** Whether a name has a segment that is empty, `.` or `..`; some programs trim the spaces around them. */
const hasOddSegment = (name: string): boolean => name.split('/').some(s => /^\.{0,2}$/.test(s.trim()))

/**
 * Whether a name stays below its folder however a program reads it: no `.` or `..` segment, whether plain, encoded or in
 * look-alike characters, and no disguised slash or control character (CLOUD-5).
 */
export const staysInside = (name: string): boolean => {
  if (hasOddSegment(name)) return false
  const plain = plainest(name)
  const hasControls = /[\u0000-\u001f\u007f]/.test(plain)
  return !hasControls && !hasOddSegment(plain) && plain.split('/').length === name.split('/').length
}

/** Most characters of a key; the services allow 1,024 bytes. */
const maxKey = 1024
/** What a portable pattern can say of a name; look-alikes it cannot. */
const withoutControls = { type: 'string', pattern: text().schema.pattern }

/** A folder without the slash that its name may end with. */
export const folderOf = (name: string): string => name.replace(/\/$/, '')

/** The name of a file below a folder of a cloud service: `spring/logo.png`. */
export const CloudName = described(
  t.refinement(text({ min: 1, max: maxKey }), staysInside, 'relative path without . or .. or look-alikes of them'),
  { ...withoutControls, minLength: 1, maxLength: maxKey },
)
/** A folder below the root directory: empty (the root itself), or a name with an optional trailing slash. */
export const CloudFolder = described(
  t.refinement(
    text({ max: maxKey }),
    name => name === '' || staysInside(folderOf(name)),
    'relative path without . or .. or look-alikes of them',
  ),
  { ...withoutControls, maxLength: maxKey },
)

/** Joins the parts of a path; empty parts are skipped. */
export const joinPath = (...parts: readonly string[]): string =>
  parts
    .map(folderOf)
    .filter(part => part !== '')
    .join('/')

/** The common prefix of all keys in a folder. */
export const prefixOf = (folder: string): string => (folder === '' ? '' : `${folderOf(folder)}/`)
