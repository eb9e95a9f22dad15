import { initialFolderCount } from './use-shown-folders.ts'
import { Card } from '../../../ui/card.tsx'
import { Skeleton, SkeletonRows } from '../../../ui/skeleton.tsx'
import { t } from '../../../texts/translate.ts'

/** Placeholder in the size of the folder list, so that nothing below it moves. */
export function FoldersSkeleton({ rows }: { rows: number }) {
  return (
    <Card
      title={t('Email Folders')}
      actions={<Skeleton className="h-9 w-88 max-w-full max-sm:h-20 max-sm:w-[calc(100vw-4.75rem)]" />}
    >
      <div className="flex h-16 items-center gap-3 border-t border-line px-5">
        <Skeleton className="h-5 w-9" />
        <Skeleton className="h-4 w-52" />
      </div>
      <FolderRowsSkeleton rows={rows} />
    </Card>
  )
}

export const FolderRowsSkeleton = ({ rows }: { rows: number }) => (
  <>
    <div className="flex h-15 items-center gap-3 border-t border-line px-5">
      <Skeleton className="h-9 w-64 max-w-full" />
    </div>
    <div className="h-9 border-t border-line bg-sunken max-sm:h-13" />
    <div className="border-t border-line">
      <SkeletonRows rows={rows} rowClassName="h-14" label={t('Loading folders...')} />
    </div>
  </>
)

/** @param folderCount as last known */
export const skeletonRows = (folderCount: number): number => Math.min(Math.max(folderCount, 3), initialFolderCount())
/** While the mailbox is not loaded: about one screen. */
export const fallbackSkeletonRows = 12
