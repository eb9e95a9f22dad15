import { Download, Trash2 } from 'lucide-react'
import { exportAccountData } from '../../api/account-functions.ts'
import { isCancelled, useReauthentication } from '../../features/reauthentication/reauthentication-provider.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { downloadFile } from '../../lib/download-file.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { dayOf } from '../../lib/time-zone.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { errorMessage } from './error-message.ts'
import { useProtectedDialog } from './use-protected-dialog.ts'

export function DataCard() {
  const { withReauthentication } = useReauthentication()
  const { busy, submit } = useSubmission(async () => {
    try {
      const data = await withReauthentication(exportAccountData)
      const product = data.product.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
      const name = `${product}-data-${dayOf(new Date(data.exportedAt))}.json`
      downloadFile(name, 'application/json', `${JSON.stringify(data, null, 2)}\n`)
      toastSuccess(t('Data exported'), t('Saved as {name}.', { name }))
    } catch (error) {
      if (!isCancelled(error)) toastError(t('Failed to export your data'), errorMessage(error))
    }
  })
  return (
    <Card
      title={t('Your Data')}
      description={t('Everything that is stored about you, as one JSON file')}
      actions={
        <Button icon={<Download aria-hidden="true" />} busy={busy} onClick={() => submit(undefined)}>
          {busy ? t('Exporting...') : t('Export Data')}
        </Button>
      }
    />
  )
}

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
