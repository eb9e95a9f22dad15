import { ScanSearch, WandSparkles } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FileProvider } from '../../../../contract/providers.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PromptAnalysisCard } from './prompt-analysis-card.tsx'
import type { PromptAnalysisState } from './use-prompt-analysis.ts'
import { t } from '../../../texts/translate.ts'

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
