import { Eye } from 'lucide-react'
import { onDemand } from '../../../lib/on-demand.tsx'
import { t } from '../../../texts/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

const Result = onDemand(async () => (await import('./sorting-preview-result.tsx')).SortingPreviewResult, {
  waiting: () => <Skeleton className="mt-3 h-16" />,
})

/** Effect of an unsaved change on the last messages. Unmount it when the change is edited. */
export const SortingPreview = Result

export function PreviewButton({ size = 'small', onClick }: { size?: 'small' | 'medium'; onClick: () => void }) {
  return (
    <Button
      size={size}
      icon={<Eye aria-hidden="true" />}
      onPointerEnter={Result.prepare}
      onFocus={Result.prepare}
      onClick={onClick}
    >
      {t('Preview')}
    </Button>
  )
}
