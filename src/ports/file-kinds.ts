/** The type of a file, detected from its bytes (LIBRARY-4). */
export type FileKind = {
  /** application/octet-stream if unknown. */
  readonly contentType: string
  /** Width times height of an image. */
  readonly pixels?: number
  /** Set if the file has no signature and its beginning is text, in UTF-8, UTF-16 or an encoding of one byte a character. */
  readonly isText?: true
}

export type FileKinds = {
  /** `name` distinguishes kinds of plain text (a stylesheet); it never overrides the type detected from the bytes. */
  kindOf(path: string, name: string): Promise<FileKind>
  /** As `kindOf`, for the beginning of a file; the size of an image may then be unknown. */
  kindOfBeginning(bytes: Buffer, name: string): Promise<FileKind>
}
