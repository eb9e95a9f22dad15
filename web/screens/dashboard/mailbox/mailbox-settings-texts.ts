import type { WhenUnsure } from '../../../../contract/functions/mailbox-settings.ts'
import {
  maxConfidenceThreshold,
  minConfidenceThreshold,
  unsureCategory,
  confidenceThresholdStep,
} from '../../../../contract/limits.ts'
import { formatPercent } from '../../../lib/format.ts'

export const thresholdRange = {
  min: minConfidenceThreshold,
  max: maxConfidenceThreshold,
  step: confidenceThresholdStep,
}

/** Confidence threshold below which a label applies. */
const carefulnessLevels: [below: number, label: string][] = [
  [0.45, 'Least careful'],
  [0.575, 'Less careful'],
  [0.725, 'Balanced'],
  [0.875, 'More careful'],
]

/** Describes a confidence threshold. */
export function carefulnessText(threshold: number): string {
  const label = carefulnessLevels.find(([below]) => threshold < below)?.[1] ?? 'Most careful'
  return `${label} (${formatPercent(threshold)} sure)`
}

export const whenUnsureChoices: readonly { value: WhenUnsure; label: string; hint: string }[] = [
  { value: 'leave', label: 'Leave it in the inbox', hint: 'As it came. The history says why.' },
  {
    value: 'categorize',
    label: `Leave it, with the category “${unsureCategory}”`,
    hint: 'So that you find it in Outlook too.',
  },
]

export const settingHints = {
  threshold:
    'How sure the sorter must be before it moves an email. ' +
    'More careful: more stays in your inbox, less lands in a wrong folder.',
  keepKnownPeople:
    'People you have written to yourself. Your own conditions, and what you teach about a sender, go before this.',
  actOnFiled:
    'Mail that you or a rule in Outlook puts into a folder, if it arrives from now on. ' +
    'Each action runs once for an email.',
  askModel:
    'Where the sorter is unsure, and for drafts and data that your actions ask for. ' +
    'Off: your mail goes to no language model; drafts come from templates.',
  previewOnly:
    'The sorter says in the history where each new email would go, and moves none. It counts as sorted, once.',
}
