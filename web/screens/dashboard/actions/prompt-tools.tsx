import { ScanSearch, WandSparkles } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PromptAnalysisCard } from './prompt-analysis-card.tsx'
import type { PromptWork } from './use-prompt-analysis.ts'

interface PromptToolsProps {
  work: PromptWork
  /** All the words that the plan is made of. */
  prompt: string
  /** Those that can be enhanced, and where the better ones go. */
  enhanced: { prompt: string; put: (prompt: string) => void }
}

/** Below the field of a prompt: what it would do, and better words for it. */
export function PromptTools({ work, prompt, enhanced }: PromptToolsProps) {
  const failed = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (work.failure !== null) failed.current?.scrollIntoView({ block: 'nearest' })
  }, [work.failure])
  const busy = work.analyzing || work.enhancing
  const analysis = work.analysisOf(prompt)
  const enhance = async (): Promise<void> => {
    const better = await work.enhance(enhanced.prompt)
    if (better !== null) enhanced.put(better)
  }
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          icon={<ScanSearch aria-hidden="true" />}
          busy={work.analyzing}
          paused={busy}
          onClick={() => void work.analyze(prompt)}
        >
          {work.analyzing ? 'Analyzing...' : 'Analyze'}
        </Button>
        <Button
          size="small"
          icon={<WandSparkles aria-hidden="true" />}
          busy={work.enhancing}
          paused={busy}
          onClick={() => void enhance()}
        >
          {work.enhancing ? 'Enhancing...' : 'Enhance'}
        </Button>
      </div>
      {analysis && <PromptAnalysisCard analysis={analysis} />}
      {work.failure !== null && (
        <div ref={failed} className="scroll-mt-6 scroll-mb-24">
          <Notice tone="bad" role="alert">
            <h3 className="font-semibold">Analysis Failed</h3>
            <p className="mt-1 wrap-anywhere">{work.failure}</p>
          </Notice>
        </div>
      )}
    </div>
  )
}
