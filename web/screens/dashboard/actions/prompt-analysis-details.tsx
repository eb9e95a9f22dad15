import type { ReactNode } from 'react'
import { type ExecutionPlan, platformNames, type PromptAnalysis } from '../../../../contract/functions/prompts.ts'
import { safeText } from '../../../lib/safe-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { MissingServices } from './missing-services.tsx'
import { PlanSteps } from './plan-steps.tsx'
import { useServices } from './use-services.ts'
import { lowPlanConfidence } from '../../../../contract/limits.ts'

/** Texts of a plan come from a language model, so they are untrusted. */
export function PromptAnalysisDetails({ analysis }: { analysis: PromptAnalysis }) {
  const { executionPlan: plan, mcpActions, warnings } = analysis
  return (
    <>
      <p className="wrap-anywhere">{safeText(plan.summary)}</p>
      {plan.confidence < lowPlanConfidence && (
        <Notice tone="warn">Low confidence - prompt may be unclear or too complex</Notice>
      )}
      <MissingServices platforms={plan.requiredPlatforms} />
      {warnings.length > 0 && <Warnings warnings={warnings} />}
      <PlanSteps steps={plan.steps} />
      {plan.requiredPlatforms.length > 0 && <Services platforms={plan.requiredPlatforms} />}
      {mcpActions.length > 0 && <Actions actions={mcpActions} />}
    </>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h4 className="text-xs text-muted">{title}</h4>
    {children}
  </div>
)

const Warnings = ({ warnings }: Pick<PromptAnalysis, 'warnings'>) => (
  <Section title="Warnings">
    <ul className="mt-1 list-disc space-y-1 pl-4 text-warn">
      {warnings.map((warning) => (
        <li key={warning} className="wrap-anywhere">
          {safeText(warning)}
        </li>
      ))}
    </ul>
  </Section>
)

function Services({ platforms }: { platforms: ExecutionPlan['requiredPlatforms'] }) {
  const { isConnected } = useServices()
  return (
    <Section title="Services">
      <ul className="mt-1 flex flex-wrap gap-2">
        {platforms.map((platform) => (
          <li key={platform.name}>
            <Badge tone={isConnected(platform) ? 'good' : 'warn'}>
              {safeText(platform.displayName)}: {isConnected(platform) ? 'Connected' : 'Not connected'}
            </Badge>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const Actions = ({ actions }: { actions: PromptAnalysis['mcpActions'] }) => (
  <Section title="Actions">
    <ul className="mt-1 space-y-1">
      {actions.map(({ name, description, platform, supported }) => (
        <li key={`${platform} ${name}`} className="wrap-anywhere">
          <code className="text-xs">{safeText(name)}</code> {safeText(description)}{' '}
          <span className="text-muted">({platformNames[platform]})</span>{' '}
          {!supported && (
            <>
              <Badge tone="warn">Not supported</Badge>{' '}
              <span className="text-muted">{platformNames[platform]} cannot be connected here yet.</span>
            </>
          )}
        </li>
      ))}
    </ul>
  </Section>
)
