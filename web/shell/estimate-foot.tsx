import { messageOf } from '../api/api-error.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

interface EstimateFootProps extends Pick<ButtonProps, 'type' | 'busy' | 'disabled' | 'onClick'> {
  /** Says what the button starts. */
  label: string
  /** What has not happened where it could not be started, e.g. “Nothing was undone”. */
  failed: string
  error: Error | null
  onClose: () => void
}

/** Beneath an estimate: why it could not be started, and the two ways on. */
export function EstimateFoot({ label, failed, error, onClose, ...start }: EstimateFootProps) {
  return (
    <>
      {error && (
        <div className="mt-4">
          <Notice tone="bad" role="alert">
            {failed}: {messageOf(error)}
          </Notice>
        </div>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button tone="primary" {...start}>
          {start.busy ? 'Starting...' : label}
        </Button>
      </div>
    </>
  )
}
