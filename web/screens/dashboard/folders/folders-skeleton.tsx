import { initialFolderCount } from './use-shown-folders.ts'
import { Card } from '../../../ui/card.tsx'
import { Skeleton, SkeletonRows } from '../../../ui/skeleton.tsx'
import { t } from '../../../texts/translate.ts'

/** Placeholder in the size of the folder list, so that nothing below it moves. */
export function FoldersSkeleton({ rows }: { rows: number }) {
  return (
    <Card>
      <div className="flex min-h-16 flex-wrap items-center gap-x-6 gap-y-3 px-5 py-3 max-sm:h-28">
        <Skeleton className="h-5 w-9" />
        <Skeleton className="h-4 w-52" />
        <Skeleton className="ml-auto h-9 w-56 max-sm:ml-0" />
      </div>
      <FolderRowsSkeleton rows={rows} />
    </Card>
  )
}

export const FolderRowsSkeleton = ({ rows }: { rows: number }) => (
  <>
    <div className="flex h-15 items-center max-sm:h-13 gap-3 border-t border-line px-5">
      <Skeleton className="h-9 w-64 max-w-full" />
    </div>
    <div className="h-9 border-t border-line bg-sunken" />
    <div className="border-t border-line">
      <SkeletonRows rows={rows} rowClassName="h-17" label={t('Loading folders...')} />
    </div>
  </>
)

/** @param folderCount as last known */
export const skeletonRows = (folderCount: number): number => Math.min(Math.max(folderCount, 3), initialFolderCount())
/** While the mailbox is not loaded: about one screen. */
export const fallbackSkeletonRows = 12
