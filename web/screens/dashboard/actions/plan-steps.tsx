import { type ExecutionPlan, type Platform, platformNames } from '../../../../contract/functions/prompts.ts'
import { safeText } from '../../../lib/safe-text.ts'

interface PlanStepsProps extends Pick<ExecutionPlan, 'steps'> {
  /** Services that a step needs and that are not connected, where nothing else says so. */
  missing?: readonly Platform[]
}

/** The steps of a plan, in the order in which they run. */
export function PlanSteps({ steps, missing = [] }: PlanStepsProps) {
  if (steps.length === 0) return null
  return (
    <div>
      <h4 className="text-xs text-muted">Steps</h4>
      <ol className="mt-1 list-decimal space-y-1 pl-5">
        {steps.map(({ action, platform, description }, at) => (
          // Steps have no id of their own, and two may be the same.
          <li key={`${at} ${action}`} className="wrap-anywhere">
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
