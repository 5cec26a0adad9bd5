/** What a file is, by its bytes (decisions, last section). */
export type FileKind = {
  /** application/octet-stream when nothing is known. */
  readonly contentType: string
  /** Width times height of a picture. */
  readonly pixels?: number
}

export type FileKinds = {
  /** `name` tells plain text apart (a stylesheet); it never overrides what the bytes say. */
  kindOf(path: string, name: string): Promise<FileKind>
  /** As `kindOf`, of a file of which only the beginning is there (a picture's size may then stay unknown). */
  kindOfBeginning(bytes: Buffer, name: string): Promise<FileKind>
}
