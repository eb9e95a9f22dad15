import type { WhenUnsure } from '../../../../contract/functions/mailbox-settings.ts'
import { highestThreshold, lowestThreshold, unsureCategory } from '../../../../contract/limits.ts'
import { formatPercent } from '../../../lib/format.ts'

export const thresholdRange = { min: lowestThreshold, max: highestThreshold, step: 0.05 }

/** How careful the sorter is at this threshold, in words. */
export function carefulness(threshold: number): string {
  const word =
    threshold < 0.45
      ? 'Least careful'
      : threshold < 0.575
        ? 'Less careful'
        : threshold < 0.725
          ? 'Balanced'
          : threshold < 0.875
            ? 'More careful'
            : 'Most careful'
  return `${word} (${formatPercent(threshold)} sure)`
}

export const whenUnsureChoices: readonly { value: WhenUnsure; label: string; hint: string }[] = [
  { value: 'leave', label: 'Leave it in the inbox', hint: 'As it came. The history says why.' },
  {
    value: 'categorize',
    label: `Leave it, with the category “${unsureCategory}”`,
    hint: 'So that you find it in Outlook too.',
  },
]
