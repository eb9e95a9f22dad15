import type { Evidence, ProcessingLog } from '../../../contract/tables.ts'

/** The statuses as people call them; the empty one is no filter. */
export const statusChoices = [
  { value: '', label: 'All statuses' },
  { value: 'processed', label: 'Sorted' },
  { value: 'left', label: 'Left in the inbox' },
  { value: 'limit_reached', label: 'Over the monthly limit' },
  { value: 'failed', label: 'Failed' },
  { value: 'processing', label: 'Processing' },
]

/** Who decided, in words. */
export const deciderWords: Record<NonNullable<ProcessingLog['decided_by']>, string> = {
  user: 'You, by hand',
  correction: 'An earlier correction of yours about mail like this',
  classifier: 'The sorter, from how your mail is filed and from your instructions',
  model: 'The language model, from your instructions',
}

export const evidenceWords: Record<Evidence['kind'], string> = {
  sender: 'Sender',
  domain: 'Domain',
  list: 'Mailing list',
  thread: 'Conversation',
  subject: 'Subject',
  instructions: 'Your instructions',
}
