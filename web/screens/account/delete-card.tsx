import { Trash2 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useProvenDialog } from './use-proven-dialog.ts'

const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog }))

export function DeleteCard() {
  const dialog = useProvenDialog()
  return (
    <Card
      title="Delete Account"
      description="Ends your account and removes everything in it, for good"
      actions={
        <Button tone="danger" icon={<Trash2 aria-hidden="true" />} onClick={() => dialog.open('delete')}>
          Delete Account
        </Button>
      }
    >
      <Suspense>{dialog.shown && <DeleteDialog onClose={dialog.close} />}</Suspense>
    </Card>
  )
}
