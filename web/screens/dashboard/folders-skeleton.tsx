import { Card } from '../../ui/card.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'

/** Stands where the folders will be, in their size. */
export function FoldersSkeleton() {
  return (
    <Card title="Email Folders" actions={<Skeleton className="h-9 w-40" />}>
      <div className="border-t border-line">
        <SkeletonRows rows={6} rowClassName="h-14" label="Loading folders..." />
      </div>
    </Card>
  )
}
