import { useQuery } from '@tanstack/react-query'
import type { ExecutionPlan } from '../../../../contract/functions/prompts.ts'
import { type FileProvider, Provider } from '../../../../contract/providers.ts'
import { messageOf } from '../../../api/api-error.ts'
import type { EditedAction } from '../../../api/folder-actions.ts'
import { storedPlanQuery } from '../../../api/prompts.ts'
import { safeText } from '../../../lib/safe-text.ts'
import { rich } from '../../../texts/rich.ts'
import { t } from '../../../texts/translate.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ConnectionsLink } from './connections-link.tsx'
import { useServices } from './use-services.ts'

interface StoredPlanProps {
  action: EditedAction
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

/** The steps of a plan as numbered sentences, in the order in which they run. */
export function PlanSteps({ steps }: Pick<ExecutionPlan, 'steps'>) {
  if (steps.length === 0) return null
  return (
    <ol aria-label={t('Steps')} className="list-decimal space-y-1 pl-5">
      {steps.map(({ action, description }, index) => (
        // Steps have no id, and two may be equal.
        <li key={`${index} ${action}`} className="wrap-anywhere">
          {safeText(t(description))}
        </li>
      ))}
    </ol>
  )
}

interface MissingServicesProps {
  platforms: ExecutionPlan['requiredPlatforms']
  /** Left out: the form shows itself whether it is connected. */
  ownService: FileProvider | null
}

/** The services of a plan that are not connected now, and what to do about it. */
export function MissingServices({ platforms, ownService }: MissingServicesProps) {
  const { readinessOf, isConnected } = useServices()
  const missing = platforms.filter((platform) => platform.name !== ownService && !isConnected(platform))
  if (missing.length === 0) return null
  const unavailable = missing.filter(({ name }) => {
    const provider = Provider.safeParse(name)
    return !provider.success || readinessOf(provider.data) === 'coming_soon'
  })
  const connectable = missing.filter((platform) => !unavailable.includes(platform))
  const needed = { services: namesOf(connectable), page: <ConnectionsLink /> }
  return (
    <Notice tone="warn">
      {t('Not connected: {services}.', { services: namesOf(missing) })}{' '}
      {connectable.length === 1 &&
        rich('Steps that need {services} cannot run until you connect it on the page {page}.', needed)}
      {connectable.length > 1 &&
        rich('Steps that need {services} cannot run until you connect them on the page {page}.', needed)}{' '}
      {unavailable.length > 0 && t('{services} cannot be connected yet.', { services: namesOf(unavailable) })}
    </Notice>
  )
}

const namesOf = (platforms: ExecutionPlan['requiredPlatforms']): string =>
  platforms.map(({ displayName }) => safeText(displayName)).join(', ')
