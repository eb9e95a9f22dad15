import { Download } from 'lucide-react'
import { exportAccountData } from '../../api/account-functions.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { dayOf } from '../../lib/time-zone.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { isCancelled, useReauthentication } from '../../shell/reauthentication/reauthentication.tsx'
import { errorMessage } from './error-message.ts'
import { downloadFile } from '../../lib/download-file.ts'
import { t } from '../../texts/translate.ts'

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
      description={t('Everything we store about you, as one JSON file')}
      actions={
        <Button icon={<Download aria-hidden="true" />} busy={busy} onClick={() => submit(undefined)}>
          {busy ? t('Exporting...') : t('Export Data')}
        </Button>
      }
    />
  )
}
