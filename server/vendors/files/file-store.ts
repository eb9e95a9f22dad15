/** A file in a connected service. */
export interface StoredFile {
  /** The service's own id. */
  id: string
  name: string
  /** Path from the root (`/Finance/2026/bill.pdf`), as far as the service reports it. */
  path: string
  size: number
  /** https URL in the service; null if there is none. */
  url: string | null
  /** Null if the service does not report it. */
  modifiedAt: Date | null
}

export interface FileUpload {
  /** Folder names below the root, outermost first, each a safe path segment. Missing folders are created. */
  folder: readonly string[]
  /** A safe path segment. If other content has this name, a number is appended; nothing is overwritten. */
  name: string
  /** Bytes. */
  size: number
  /** Opens a new stream that starts at a byte offset. It throws before its last bytes if the content has changed. */
  content(from: number): AsyncIterable<Uint8Array>
  /** Hex SHA-256 of the content; compared with the service's own hash if it has one. */
  sha256: string
  /** The last state saved by an earlier attempt; null for the first attempt. */
  resumeState: string | null
  /**
   * Awaited before each request with an effect: stores the state durably, and throws if this worker has lost its
   * claim. The state is private to the adapter: a file id chosen in advance, a session's URL and offset.
   */
  saveState(state: string): Promise<void>
  /**
   * Runs `create` for one worker at a time for each account and path, over all nodes. For services that accept two
   * folders of one name.
   * @throws ServiceError `later` while another worker creates the folder
   */
  createFolder(path: string, create: () => Promise<string>): Promise<string>
}

/**
 * Files of any connected service. Functions take a valid access token, neither retry nor refresh, and throw
 * ServiceError (`service-error.ts`).
 */
export interface FileStore {
  /**
   * Uploads a file exactly once: with `resumeState` it first looks for the effect of an earlier attempt (the same
   * content at the path, the id chosen in advance, the session). Large files are uploaded by session, in chunks, with
   * constant memory.
   * @returns the stored file, which may be an existing file with the same content
   */
  uploadFile(token: string, file: FileUpload): Promise<StoredFile>
  /** Searches the files that the connection can access; best matches first, without folders. */
  search(token: string, query: string, max: number): Promise<StoredFile[]>
  /**
   * @throws ServiceError `gone` if the file is in the trash, `refused` if it is larger than `maxBytes` or cannot be
   * downloaded
   */
  downloadFile(token: string, id: string, maxBytes: number): Promise<Uint8Array>
}
