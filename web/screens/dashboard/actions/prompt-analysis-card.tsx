import { ChevronDown } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { lowPlanConfidence, platformNames, type PromptAnalysis } from '../../../../contract/functions/prompts.ts'
import { formatPercent } from '../../../lib/format.ts'
import { safeText } from '../../../lib/safe-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { cx } from '../../../ui/cx.ts'
import { Notice } from '../../../ui/notice.tsx'
import { MissingServices } from './missing-services.tsx'
import { PlanSteps } from './plan-steps.tsx'
import { useServices } from './use-services.ts'

/** What a prompt was read as. It opens by itself and comes into sight; words of a model are shown as text alone. */
export function PromptAnalysisCard({ analysis }: { analysis: PromptAnalysis }) {
  // Of this analysis alone: the next one opens again.
  const [closed, setClosed] = useState<PromptAnalysis | null>(null)
  const open = closed !== analysis
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (closed !== analysis) card.current?.scrollIntoView({ block: 'nearest' })
  }, [closed, analysis])
  const id = useId()
  const { executionPlan: plan, mcpActions, warnings } = analysis
  const { isConnected } = useServices()
  return (
    // Above it the field of the prompt, below it the buttons that stay in sight.
    <section
      ref={card}
      aria-label="Analysis"
      className="scroll-mt-6 scroll-mb-24 rounded-lg border border-line bg-canvas text-sm"
    >
      <h3>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setClosed(open ? analysis : null)}
          className="flex w-full items-center gap-3 rounded-lg px-4 py-3 text-left font-semibold"
        >
          <span className="flex-1">Analysis</span>
          <span className="font-normal text-muted">Confidence: {formatPercent(plan.confidence)}</span>
          <ChevronDown
            aria-hidden="true"
            className={cx('size-4 text-muted transition-transform', open && 'rotate-180')}
          />
        </button>
      </h3>
      {open && (
        <div id={id} className="space-y-4 border-t border-line px-4 py-4">
          <p className="wrap-anywhere">{safeText(plan.summary)}</p>
          {plan.confidence < lowPlanConfidence && (
            <Notice tone="warn">Low confidence - prompt may be unclear or too complex</Notice>
          )}
          <MissingServices platforms={plan.requiredPlatforms} />
          {warnings.length > 0 && (
            <div>
              <h4 className="text-xs text-muted">Warnings</h4>
              <ul className="mt-1 list-disc space-y-1 pl-4 text-warn">
                {warnings.map((warning) => (
                  <li key={warning} className="wrap-anywhere">
                    {safeText(warning)}
                  </li>
                ))}
              </ul>
            </div>
          )}
          <PlanSteps steps={plan.steps} />
          {plan.requiredPlatforms.length > 0 && (
            <div>
              <h4 className="text-xs text-muted">Services</h4>
              <ul className="mt-1 flex flex-wrap gap-2">
                {plan.requiredPlatforms.map((platform) => (
                  <li key={platform.name}>
                    <Badge tone={isConnected(platform) ? 'good' : 'warn'}>
                      {safeText(platform.displayName)}: {isConnected(platform) ? 'Connected' : 'Not connected'}
                    </Badge>
                  </li>
                ))}
              </ul>
            </div>
          )}
          {mcpActions.length > 0 && (
            <div>
              <h4 className="text-xs text-muted">Actions</h4>
              <ul className="mt-1 space-y-1">
                {mcpActions.map(({ name, description, platform, supported }) => (
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
            </div>
          )}
        </div>
      )}
    </section>
  )
}
