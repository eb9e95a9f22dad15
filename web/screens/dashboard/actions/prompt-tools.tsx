import { ChevronDown, ScanSearch, WandSparkles } from 'lucide-react'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { type ExecutionPlan, platformNames, type PromptAnalysis } from '../../../../contract/functions/prompts.ts'
import { lowPlanConfidence } from '../../../../contract/limits.ts'
import type { FileProvider } from '../../../../contract/providers.ts'
import { formatPercent } from '../../../lib/format.ts'
import { safeText } from '../../../lib/safe-text.ts'
import { t } from '../../../texts/translate.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Disclosure } from './disclosure.tsx'
import { MissingServices, PlanSteps } from './stored-plan.tsx'
import type { PromptAnalysisState } from './use-prompt-analysis.ts'
import { useServices } from './use-services.ts'

interface PromptToolsProps {
  prompts: PromptAnalysisState
  /** The whole text that the plan is made of. */
  prompt: string
  /** The part of it that can be enhanced, and how to replace it. */
  enhanced: { prompt: string; replace: (prompt: string) => void }
  /** The service of the form; null: the prompt names the services. */
  ownService: FileProvider | null
}

/** Below the field of a prompt: analyses the prompt, or lets a language model improve it. */
export function PromptTools({ prompts, prompt, enhanced, ownService }: PromptToolsProps) {
  const failed = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (prompts.failure !== null) failed.current?.scrollIntoView({ block: 'nearest' })
  }, [prompts.failure])
  const busy = prompts.analyzing || prompts.enhancing
  const analysis = prompts.analysisOf(prompt)
  const enhance = async (): Promise<void> => {
    const text = await prompts.enhance(enhanced.prompt)
    if (text !== null) enhanced.replace(text)
  }
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          icon={<ScanSearch aria-hidden="true" />}
          busy={prompts.analyzing}
          paused={busy}
          onClick={() => void prompts.analyze(prompt)}
        >
          {prompts.analyzing ? t('Analyzing...') : t('Analyze')}
        </Button>
        <Button
          size="small"
          icon={<WandSparkles aria-hidden="true" />}
          busy={prompts.enhancing}
          paused={busy}
          onClick={() => void enhance()}
        >
          {prompts.enhancing ? t('Enhancing...') : t('Enhance')}
        </Button>
      </div>
      <AnalysisSpace isReserved={prompt.trim() !== ''}>
        {prompts.failure !== null ? (
          <div ref={failed} className="scroll-mt-6 scroll-mb-24">
            <Notice tone="bad" role="alert">
              <h3 className="font-semibold">{t('Analysis Failed')}</h3>
              <p className="mt-1 wrap-anywhere">{prompts.failure}</p>
            </Notice>
          </div>
        ) : (
          analysis && (
            <PromptAnalysisCard analysis={analysis} ownService={ownService} scrollsIntoView={!prompts.isTyped} />
          )
        )}
      </AnalysisSpace>
    </div>
  )
}

/** Stays as high as the last analysis or failure while the user types, so that the fields below do not jump. */
function AnalysisSpace({ isReserved, children }: { isReserved: boolean; children: ReactNode }) {
  const space = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    if (children) setHeight(space.current?.firstElementChild?.clientHeight ?? 0)
  }, [children])
  const minHeight = isReserved ? height : 0
  if (!children && minHeight === 0) return null
  return (
    <div ref={space} style={{ minHeight }}>
      {children}
    </div>
  )
}

interface PromptAnalysisCardProps {
  analysis: PromptAnalysis
  /** The service of the form, which shows itself whether it is connected. */
  ownService: FileProvider | null
  /** Not while the user types: the field would move. */
  scrollsIntoView: boolean
}

/** The plan that was made of a prompt. Each new analysis is opened. */
function PromptAnalysisCard({ analysis, ownService, scrollsIntoView }: PromptAnalysisCardProps) {
  const [closed, setClosed] = useState<PromptAnalysis | null>(null)
  const open = closed !== analysis
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (scrollsIntoView && closed !== analysis) card.current?.scrollIntoView({ block: 'nearest' })
  }, [closed, analysis, scrollsIntoView])
  const id = useId()
  return (
    // The scroll margins keep it clear of the sticky buttons of the form.
    <section
      ref={card}
      aria-label={t('Analysis')}
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
          <span className="flex-1">{t('Analysis')}</span>
          <span className="font-normal text-muted">
            {t('Confidence: {percent}', { percent: formatPercent(analysis.executionPlan.confidence) })}
          </span>
          <ChevronDown
            aria-hidden="true"
            className={cx('size-4 text-muted transition-transform', open && 'rotate-180')}
          />
        </button>
      </h3>
      {open && (
        <div id={id} className="space-y-4 border-t border-line px-4 py-4">
          <PromptAnalysisDetails analysis={analysis} ownService={ownService} />
        </div>
      )}
    </section>
  )
}

interface PromptAnalysisDetailsProps {
  analysis: PromptAnalysis
  ownService: FileProvider | null
}

/** Texts of a plan come from a language model, so they are untrusted. */
function PromptAnalysisDetails({ analysis, ownService }: PromptAnalysisDetailsProps) {
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
        <Disclosure title={t('Technical details')}>
          <Services platforms={plan.requiredPlatforms} />
          {mcpActions.length > 0 && <Actions actions={mcpActions} />}
        </Disclosure>
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
