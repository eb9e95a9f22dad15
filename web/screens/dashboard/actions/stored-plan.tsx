import { useQuery } from '@tanstack/react-query'
import type { FileProvider } from '../../../../contract/providers.ts'
import { messageOf } from '../../../api/api-error.ts'
import type { FolderAction } from '../../../api/folder-actions.ts'
import { storedPlanQuery } from '../../../api/prompts.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { MissingServices } from './missing-services.tsx'
import { PlanSteps } from './plan-steps.tsx'
import { t } from '../../../texts/translate.ts'

interface StoredPlanProps {
  action: FolderAction
  hasPrompt: boolean
  ownService: FileProvider | null
}

/** The saved plan, which runs now; or a warning if no plan could be made of the saved prompt. */
export function StoredPlan({ action, hasPrompt, ownService }: StoredPlanProps) {
  const { data: plan, error, isPending } = useQuery(storedPlanQuery(action.folder_id, action.action_id))
  // Reserves the height of the plan.
  if (isPending && hasPrompt) return <Skeleton className="h-23 w-full" />
  if (plan === undefined)
    return hasPrompt ? (
      <p className="text-sm text-bad">{t('What runs now could not be loaded: {error}', { error: messageOf(error) })}</p>
    ) : null
  if (plan === null && !hasPrompt) return null
  return (
    <section aria-label={t('What runs now')} className="rounded-lg border border-line bg-canvas px-4 py-3 text-sm">
      <h3 className="font-semibold">{t('What runs now')}</h3>
      {plan === null ? (
        <p className="mt-1 text-warn">
          {t('Nothing: the saved prompt gives no plan. Describe what to do, with what, and where.')}
        </p>
      ) : (
        <div className="mt-1 space-y-3">
          <PlanSteps steps={plan.steps} />
          <MissingServices platforms={plan.requiredPlatforms} ownService={ownService} />
        </div>
      )}
    </section>
  )
}
