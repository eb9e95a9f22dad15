import { messageOf } from '../api/api-error.ts'
import { t } from '../texts/translate.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/notice.tsx'

interface EstimateFooterProps extends Pick<ButtonProps, 'type' | 'busy' | 'disabled' | 'onClick'> {
  /** Label of the start button. */
  label: string
  /** Consequence of an error, e.g. “Nothing was undone”. */
  failed: string
  error: Error | null
  onClose: () => void
}

/** Footer of an estimate: error message, cancel and start button. */
export function EstimateFooter({ label, failed, error, onClose, ...start }: EstimateFooterProps) {
  return (
    <>
      <ErrorNotice className="mt-4">{error && `${failed}: ${messageOf(error)}`}</ErrorNotice>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button tone="primary" {...start}>
          {start.busy ? t('Starting...') : label}
        </Button>
      </div>
    </>
  )
}
