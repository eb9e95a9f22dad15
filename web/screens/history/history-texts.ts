import { reasonLabels } from '../../features/mail/decision-texts.ts'
import { actionFailed } from './history-search.ts'
import { text } from '../../texts/translate.ts'

/** Choices of the status filter; the empty value is no filter. */
export const statusChoices = [
  { value: '', label: text('All statuses') },
  { value: 'processed', label: text('Sorted') },
  { value: 'left', label: text('Left in the inbox') },
  { value: 'limit_reached', label: text('Over the monthly limit') },
  { value: 'failed', label: text('Failed') },
  { value: actionFailed, label: text('An action failed') },
  { value: 'processing', label: text('Processing') },
]

export const reasonChoices = [
  { value: '', label: text('All reasons') },
  ...Object.entries(reasonLabels).map(([value, label]) => ({ value, label })),
]
