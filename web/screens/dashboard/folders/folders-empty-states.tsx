import { FolderX, TriangleAlert } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { RetryButton } from '../../../ui/retry-button.tsx'
import { t } from '../../../texts/translate.ts'

export const FoldersUnavailable = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <EmptyState
    icon={<TriangleAlert />}
    title={t('Folders are not available right now')}
    description={t('Your settings are safe, but could not be loaded.')}
    action={<RetryButton busy={busy} onRetry={onRetry} />}
  />
)

export const NoFolders = ({ busy, onSync }: { busy: boolean; onSync: () => void }) => (
  <EmptyState
    icon={<FolderX />}
    title={t('No Folders Found')}
    description={t('Read the folders of your mailbox, or create one here.')}
    action={
      <Button tone="primary" busy={busy} onClick={onSync}>
        {t('Sync with Mailbox')}
      </Button>
    }
  />
)
