import { useProduct } from '../../api/product.tsx'
import { t } from '../../texts/translate.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'

interface RemoveDialogProps {
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before the settings of a part are removed. */
export function RemoveDialog(props: RemoveDialogProps) {
  const { name } = useProduct()
  return (
    <ConfirmDialog
      {...props}
      title={t('Remove these settings?')}
      description={t('{name} starts again without them. A secret cannot be shown: you would enter it again.', { name })}
      confirmLabel={t('Remove')}
      busyLabel={t('Removing...')}
    />
  )
}
