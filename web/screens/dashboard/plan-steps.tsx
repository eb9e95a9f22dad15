import { type ExecutionPlan, platformNames } from '../../../contract/functions/prompts.ts'
import { safeText } from '../../lib/safe-text.ts'

/** The steps of a plan, in the order in which they run. */
export function PlanSteps({ steps }: Pick<ExecutionPlan, 'steps'>) {
  if (steps.length === 0) return null
  return (
    <div>
      <h4 className="text-xs text-muted">Steps</h4>
      <ol className="mt-1 list-decimal space-y-1 pl-5">
        {steps.map(({ action, platform, description }, at) => (
          // Steps have no id of their own, and two may be the same.
          <li key={`${at} ${action}`} className="wrap-anywhere">
            {safeText(description)} <span className="text-muted">({platformNames[platform]})</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
