import type { HistoryEntry } from '../../web/api/processing-logs.ts'

let last = 0
/** An email that was left in the inbox, with an id and a sender of its own. */
export const historyEntry = (more: Partial<HistoryEntry> = {}): HistoryEntry => {
  const id = `${++last}`
  return {
    id,
    mailbox_id: 'mine',
    message_id: `m${id}`,
    processed_at: '2026-11-20T08:00:00Z',
    status: 'left',
    target_folder_id: null,
    stays_in_inbox: false,
    subject: null,
    from_address: `${id}@one.example`,
    from_name: null,
    list_id: null,
    email_kind: null,
    classification_confidence: null,
    decided_by: null,
    decision_basis: null,
    reason: 'no_match',
    explanation: null,
    evidence: [],
    runner_up_folder_id: null,
    runner_up_confidence: null,
    second_choice_folder_id: null,
    corrected_at: null,
    corrected_from_folder_id: null,
    file_at: null,
    file_once_read: false,
    before_correction: null,
    target_folder: '',
    runner_up_folder: null,
    second_choice_folder: null,
    corrected_from_folder: null,
    undo: null,
    success: false,
    ...more,
  }
}
