import type { DraftReplyConfig } from '../../../contract/actions.ts'
import type { FileProvider } from '../../../contract/providers.ts'
import type { Context } from '../../context.ts'

/** What of a person's own files goes to the model with a mail, and which files it was: they are named beside what comes of it. */
export interface FileContext {
  /** At most as long as was asked for. */
  text: string
  files: { name: string; provider: FileProvider; url: string | null }[]
  /** What could not be read and why, in plain words. */
  notes: string[]
}

/** Files of the person's own that fit the words, as text. What cannot be read is a note, not an error. */
export async function readFileContext(
  _ctx: Context,
  _request: {
    userId: string
    source: DraftReplyConfig['dataSource']
    words: string
    maxFiles: number
    maxContextLength: number
  },
): Promise<FileContext> {
  return { text: '', files: [], notes: ['No files were read: that is not built yet.'] }
}
