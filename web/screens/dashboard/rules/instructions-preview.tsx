import { onDemand } from '../../../lib/on-demand.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** What unsaved instructions of a folder do to the latest emails, while the user types. */
export const InstructionsPreview = onDemand(
  async () => (await import('./instructions-preview-result.tsx')).InstructionsPreviewResult,
  { waiting: () => <Skeleton className="mt-3 h-72" /> },
)
