import type { WhenUnsure } from '../../../../contract/functions/mailbox-settings.ts'
import {
  maxConfidenceThreshold,
  minConfidenceThreshold,
  unsureCategory,
  confidenceThresholdStep,
} from '../../../../contract/limits.ts'
import { formatPercent } from '../../../lib/format.ts'
import { t, text } from '../../../texts/translate.ts'

export const thresholdRange = {
  min: minConfidenceThreshold,
  max: maxConfidenceThreshold,
  step: confidenceThresholdStep,
}

/** Confidence threshold below which a label applies. */
const carefulnessLevels: [below: number, label: string][] = [
  [0.45, text('Least careful ({percent} sure)')],
  [0.575, text('Less careful ({percent} sure)')],
  [0.725, text('Balanced ({percent} sure)')],
  [0.875, text('More careful ({percent} sure)')],
]

/** Describes a confidence threshold. */
export function carefulnessText(threshold: number): string {
  const label = carefulnessLevels.find(([below]) => threshold < below)?.[1] ?? text('Most careful ({percent} sure)')
  return t(label, { percent: formatPercent(threshold) })
}

export const whenUnsureChoices = (): { value: WhenUnsure; label: string; hint: string }[] => [
  { value: 'leave', label: t('Leave it in the inbox'), hint: t('Unchanged. The history says why.') },
  {
    value: 'categorize',
    label: t('Leave it, with the category “{category}”', { category: unsureCategory }),
    hint: t('So that you find it in Outlook too.'),
  },
]

export const settingHints = {
  threshold: text(
    'How sure the sorter must be before it moves an email. ' +
      'More careful: more stays in your inbox, less lands in a wrong folder.',
  ),
  keepKnownPeople: text('People you have written to. Your conditions and your corrections of a sender come first.'),
  actOnFiled: text(
    'Email that you or an Outlook rule puts into a folder, if it arrives from now on. Each action ' +
      'runs once per email.',
  ),
  askModel: text(
    'Where the sorter is unsure, and for drafts and data that your actions need. Off: your email goes ' +
      'to no language model; drafts come from templates.',
  ),
  previewOnly: text('The history shows where each new email would go; nothing is moved. Each counts once as sorted.'),
}
