import type { ReactNode } from 'react'
import { type ExecutionPlan, platformNames, type PromptAnalysis } from '../../../../contract/functions/prompts.ts'
import type { FileProvider } from '../../../../contract/providers.ts'
import { safeText } from '../../../lib/safe-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Fold } from './fold.tsx'
import { MissingServices } from './missing-services.tsx'
import { PlanSteps } from './plan-steps.tsx'
import { useServices } from './use-services.ts'
import { lowPlanConfidence } from '../../../../contract/limits.ts'
import { t } from '../../../texts/translate.ts'

interface PromptAnalysisDetailsProps {
  analysis: PromptAnalysis
  ownService: FileProvider | null
}

/** Texts of a plan come from a language model, so they are untrusted. */
export function PromptAnalysisDetails({ analysis, ownService }: PromptAnalysisDetailsProps) {
  const { executionPlan: plan, mcpActions, warnings } = analysis
  return (
    <>
      <p className="wrap-anywhere">{safeText(t(plan.summary))}</p>
      <PlanSteps steps={plan.steps} />
      {plan.confidence < lowPlanConfidence && (
        <Notice tone="warn">{t('Low confidence - prompt may be unclear or too complex')}</Notice>
      )}
      <MissingServices platforms={plan.requiredPlatforms} ownService={ownService} />
      {warnings.length > 0 && <Warnings warnings={warnings} />}
      {(plan.requiredPlatforms.length > 0 || mcpActions.length > 0) && (
        <Fold title={t('Technical details')}>
          <Services platforms={plan.requiredPlatforms} />
          {mcpActions.length > 0 && <Actions actions={mcpActions} />}
        </Fold>
      )}
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
  <Section title={t('Warnings')}>
    <ul className="mt-1 list-disc space-y-1 pl-4 text-warn">
      {warnings.map((warning) => (
        <li key={warning} className="wrap-anywhere">
          {safeText(t(warning))}
        </li>
      ))}
    </ul>
  </Section>
)

/** The notice above names the ones that are not connected. */
function Services({ platforms }: { platforms: ExecutionPlan['requiredPlatforms'] }) {
  const { isConnected } = useServices()
  const connected = platforms.filter(isConnected)
  if (connected.length === 0) return null
  return (
    <Section title={t('Services')}>
      <ul className="mt-1 flex flex-wrap gap-2">
        {connected.map(({ name, displayName }) => (
          <li key={name}>
            <Badge tone="good">{t('{service}: Connected', { service: safeText(displayName) })}</Badge>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const Actions = ({ actions }: { actions: PromptAnalysis['mcpActions'] }) => (
  <Section title={t('Actions')}>
    <ul className="mt-1 space-y-1">
      {actions.map(({ name, description, platform, supported }) => (
        <li key={`${platform} ${name}`} className="wrap-anywhere">
          <code className="text-xs">{safeText(name)}</code> {safeText(t(description))}{' '}
          <span className="text-muted">({platformNames[platform]})</span>{' '}
          {!supported && <Badge tone="warn">{t('Not supported')}</Badge>}
        </li>
      ))}
    </ul>
  </Section>
)
