import { type ExecutionPlan, type Platform, platformNames } from '../../../../contract/functions/prompts.ts'
import { safeText } from '../../../lib/safe-text.ts'

interface PlanStepsProps extends Pick<ExecutionPlan, 'steps'> {
  /** Services that are not connected; marked at their steps. */
  missing?: readonly Platform[]
}

/** The steps of a plan, in the order in which they run. */
export function PlanSteps({ steps, missing = [] }: PlanStepsProps) {
  if (steps.length === 0) return null
  return (
    <div>
      <h4 className="text-xs text-muted">Steps</h4>
      <ol className="mt-1 list-decimal space-y-1 pl-5">
        {steps.map(({ action, platform, description }, index) => (
          // Steps have no id, and two may be equal.
          <li key={`${index} ${action}`} className="wrap-anywhere">
            {safeText(description)}{' '}
            {missing.includes(platform) ? (
              <span className="text-warn">({platformNames[platform]}: not connected)</span>
            ) : (
              <span className="text-muted">({platformNames[platform]})</span>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}
