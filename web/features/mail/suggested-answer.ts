import { likelyFolderConfidence } from '../../../contract/limits.ts'
import type { HistoryEntry } from '../../api/processing-logs.ts'

/** The folder that an email looks like; null where none is likely enough. Without a confidence, Mailroom asks. */
export const suggestedFolderId = ({ runner_up_folder_id: id, runner_up_confidence: confidence }: HistoryEntry) =>
  confidence === null || confidence >= likelyFolderConfidence ? id : null

/**
 * The key of the suggested answer for an email in the inbox: `F` files now what is filed later, `1` files it into the
 * folder that it looks like, `I` keeps it.
 */
export function suggestedKey(entry: HistoryEntry): 'F' | '1' | 'I' {
  if (entry.reason === 'delayed') return 'F'
  // Of a deleted folder, the next one has its key.
  return suggestedFolderId(entry) !== null && entry.runner_up_folder !== null ? '1' : 'I'
}
