import { Download } from 'lucide-react'
import { exportData } from '../../api/account-functions.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { isCancelled, useProof } from './proof.tsx'
import { said } from './said.ts'
import { saveFile } from '../../lib/save-file.ts'

export function DataCard() {
  const { withProof } = useProof()
  const { busy, submit } = useSubmission(async () => {
    try {
      const data = await withProof(exportData)
      const name = `${data.product.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-data-${data.exportedAt.slice(0, 10)}.json`
      saveFile(name, 'application/json', `${JSON.stringify(data, null, 2)}\n`)
      toastSuccess('Data exported', `Saved as ${name}.`)
    } catch (error) {
      if (!isCancelled(error)) toastError('Failed to export your data', said(error))
    }
  })
  return (
    <Card
      title="Your Data"
      description="Everything we keep about you, as one JSON file"
      actions={
        <Button icon={<Download aria-hidden="true" />} busy={busy} onClick={() => submit(undefined)}>
          {busy ? 'Exporting...' : 'Export Data'}
        </Button>
      }
    />
  )
}
