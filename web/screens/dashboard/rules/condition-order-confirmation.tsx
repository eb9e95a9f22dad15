import type { EmailFolder } from '../../../../contract/tables.ts'
import { useIsDebounced } from '../../../lib/use-is-debounced.ts'
import { sortingPreviewDebounceMs } from '../../../limits.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ConditionConfirmation } from './condition-confirmation.tsx'
import { SortingPreview } from './sorting-preview.tsx'
import type { ConditionOrder } from './use-condition-order.ts'
import { t } from '../../../texts/translate.ts'

interface ConditionOrderConfirmationProps {
  index: number
  /** The preview counts messages into and out of this folder. */
  folder: EmailFolder | undefined
  order: ConditionOrder
  /** Called when the confirmation closes, which removes its focused button. */
  onClosed: () => void
}

export function ConditionOrderConfirmation({ index, folder, order, onClosed }: ConditionOrderConfirmationProps) {
  const isDebounced = useIsDebounced(order.order.join(), sortingPreviewDebounceMs)
  const cancel = (): void => {
    order.cancel()
    onClosed()
  }
  return (
    <ConditionConfirmation
      label={t('Save the new order of the conditions')}
      text={t('Number {number} of {count}, not saved yet.', { number: index + 1, count: order.shown.length })}
      confirm={t('Save Order')}
      tone="primary"
      busy={order.isSaving}
      onCancel={cancel}
      onConfirm={() => order.save(onClosed)}
    >
      {folder &&
        (isDebounced ? (
          <SortingPreview folder={folder} change={{ order: order.order }} />
        ) : (
          <Skeleton className="mt-3 h-16" />
        ))}
    </ConditionConfirmation>
  )
}
