import { FolderX, TriangleAlert } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'

export const FoldersUnavailable = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <EmptyState
    icon={<TriangleAlert />}
    title="Folders are not available right now"
    description="Your settings are safe. They just could not be read."
    action={
      <Button busy={busy} onClick={onRetry}>
        Try Again
      </Button>
    }
  />
)

export const NoFolders = ({ busy, onSync }: { busy: boolean; onSync: () => void }) => (
  <EmptyState
    icon={<FolderX />}
    title="No Folders Found"
    description="Read the folders of your mailbox, or create one here."
    action={
      <Button tone="primary" busy={busy} onClick={onSync}>
        Sync with Mailbox
      </Button>
    }
  />
)
