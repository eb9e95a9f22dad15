import { ChevronDown } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { PromptAnalysis } from '../../../../contract/functions/prompts.ts'
import type { FileProvider } from '../../../../contract/providers.ts'
import { formatPercent } from '../../../lib/format.ts'
import { cx } from '../../../ui/cx.ts'
import { PromptAnalysisDetails } from './prompt-analysis-details.tsx'
import { t } from '../../../texts/translate.ts'

interface PromptAnalysisCardProps {
  analysis: PromptAnalysis
  /** The service of the form, which shows itself whether it is connected. */
  ownService: FileProvider | null
  /** Not while the user types: the field would move. */
  scrollsIntoView: boolean
}

/** The plan that was made of a prompt. Each new analysis is opened. */
export function PromptAnalysisCard({ analysis, ownService, scrollsIntoView }: PromptAnalysisCardProps) {
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
