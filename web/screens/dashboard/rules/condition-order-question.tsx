import type { EmailFolder } from '../../../../contract/tables.ts'
import { useRested } from '../../../lib/use-rested.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ConditionQuestion } from './condition-question.tsx'
import { SortingPreview } from './sorting-preview.tsx'
import type { ConditionOrder } from './use-condition-order.ts'

/** Each look reads the last mails at Outlook: not for each place that is only passed. */
const restMs = 400

interface ConditionOrderQuestionProps {
  at: number
  /** Into and out of which the mails are counted. */
  folder: EmailFolder | undefined
  order: ConditionOrder
  /** The question is gone, and what was focused in it. */
  onAnswered: () => void
}

export function ConditionOrderQuestion({ at, folder, order, onAnswered }: ConditionOrderQuestionProps) {
  const rested = useRested(order.order.join(), restMs)
  const cancel = (): void => {
    order.cancel()
    onAnswered()
  }
  return (
    <ConditionQuestion
      label="Save the new order of the conditions"
      text={`Number ${at + 1} of ${order.shown.length}, not saved yet.`}
      confirm="Save Order"
      tone="primary"
      busy={order.isSaving}
      onCancel={cancel}
      onConfirm={() => order.save(onAnswered)}
    >
      {folder &&
        (rested ? (
          <SortingPreview folder={folder} change={{ order: order.order }} />
        ) : (
          <Skeleton className="mt-3 h-16" />
        ))}
    </ConditionQuestion>
  )
}
