import type { ExecutionPlan } from '../../../../contract/functions/prompts.ts'
import { safeText } from '../../../lib/safe-text.ts'
import { t } from '../../../texts/translate.ts'

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
