import { Trash2 } from 'lucide-react'
import { onDemand } from '../../lib/on-demand.tsx'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useProtectedDialog } from './use-protected-dialog.ts'

const DeleteDialog = onDemand(async () => (await import('./delete-dialog.tsx')).DeleteDialog, {
  failed: ({ onClose }) => onClose(),
})

export function DeleteCard() {
  const dialog = useProtectedDialog()
  return (
    <Card
      title={t('Delete Account')}
      description={t('Deletes your account and everything in it permanently')}
      actions={
        <Button tone="danger" icon={<Trash2 aria-hidden="true" />} onClick={() => dialog.open('delete')}>
          {t('Delete Account')}
        </Button>
      }
    >
      {dialog.shown && <DeleteDialog onClose={dialog.close} />}
    </Card>
  )
}
