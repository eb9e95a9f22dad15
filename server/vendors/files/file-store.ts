/** A file or folder in a service, as all of them can say it. */
export interface StoredFile {
  /** The service's own id. */
  id: string
  name: string
  /** With slashes, from the root ("/Finance/2026/bill.pdf"); as well as the service knows it. */
  path: string
  size: number
  /** The service's own page of the file, https; null where it has none. */
  url: string | null
  /** When it was last changed; null where the service does not say. */
  modifiedAt: Date | null
}

export interface FileToPut {
  /** Names of the folders below the root, outermost first; each is one clean segment. Empty: the root. Missing ones are made. */
  folder: readonly string[]
  /** One clean segment. Where it is taken by other content, a number is added; nothing is ever overwritten. */
  name: string
  /** Bytes; known before the first is sent. */
  size: number
  /** Can be read more than once: each call begins anew, at the byte that is asked for. */
  content(from: number): AsyncIterable<Uint8Array>
  /** Hex SHA-256 of the content; adapters compare what the service computed where it does. */
  sha256: string
  /** Where an earlier attempt stands, as `keep` was told; null for the first. */
  resume: string | null
  /**
   * Awaited before each call whose effect must be found again: it stores the text durably, and throws where this worker may not go on.
   * The text is for this adapter alone: a pre-chosen id, a session's address and offset.
   */
  keep(state: string): Promise<void>
}

/**
 * One way to files, whatever the service. Every call takes a ready access token; none retries, refreshes or decides.
 * All throw ServiceError (`service-error.ts`).
 */
export interface FileStore {
  /**
   * Puts a file there once: with `resume` it looks for what an earlier attempt did (the same content at the place, the pre-chosen id, the
   * session) before anything is sent again. Large files go by upload session, in chunks, in flat memory.
   * @returns the file as it stands there, also where the same content was there already
   */
  putFile(token: string, file: FileToPut): Promise<StoredFile>
  /** Files (not folders) that fit the words, best first, at most `most`. Only what this connection may see. */
  search(token: string, words: string, most: number): Promise<StoredFile[]>
  /** The bytes of a file. @throws ServiceError `gone` where it is in the bin, `refused` where it is larger than `maxBytes`, or cannot be downloaded */
  getFile(token: string, id: string, maxBytes: number): Promise<Uint8Array>
}
