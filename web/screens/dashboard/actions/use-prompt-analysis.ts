import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ActionType } from '../../../../contract/action-types.ts'
import { lowPlanConfidence } from '../../../../contract/limits.ts'
import type { PromptAnalysis } from '../../../../contract/functions/prompts.ts'
import { messageOf } from '../../../api/api-error.ts'
import { useAnalyzePrompt, useEnhancePrompt } from '../../../api/prompts.ts'
import { toastError, toastSuccess } from '../../../lib/toast.ts'
import { useIsDebounced } from '../../../lib/use-is-debounced.ts'
import { promptPauseMs } from '../../../limits.ts'
import { announce } from '../../../ui/announcer.tsx'
import { t } from '../../../texts/translate.ts'

/**
 * State of a prompt's analysis and enhancement. A response that arrives after the prompt was changed is dropped.
 * @param type of the action that the prompt belongs to
 */
export function usePromptAnalysis(type: ActionType) {
  const version = useRef(0)
  const [unsaved, setUnsaved] = useState<string | null>(null)
  const analysis = useAnalysis(type, version)
  const enhancement = useEnhancement(version)

  /** Call it when the prompt changes. */
  const clear = (): void => {
    version.current += 1
    setUnsaved(null)
    analysis.clear()
  }

  const analyze = async (prompt: string): Promise<void> => {
    if (isEmpty(prompt, t('No prompt to analyze'))) return
    setUnsaved(null)
    await analysis.run(prompt, 'requested')
  }

  /** @returns the improved prompt, null if there is none */
  const enhance = async (prompt: string): Promise<string | null> => {
    if (isEmpty(prompt, t('No prompt to enhance'))) return null
    const enhanced = await enhancement.run(prompt)
    if (enhanced !== null) clear()
    return enhanced
  }

  /**
   * The plan is what runs, so a prompt is saved only with a plan that the user has seen, or one that leaves nothing to
   * check.
   * @param stored the saved prompt
   * @returns whether the prompt may be saved; `unsaved` says why not
   */
  const confirmBeforeSaving = async (prompt: string, stored: string): Promise<boolean> => {
    if (prompt.trim() === '' || prompt === stored || analysis.shown?.prompt === prompt) return true
    const analyzedVersion = version.current
    setUnsaved(null)
    const made = await analysis.run(prompt, 'saving')
    if (made && isCertain(made)) return true
    const reason = unsavedReason(made !== null, version.current === analyzedVersion)
    setUnsaved(reason)
    announce(reason)
    return false
  }

  return {
    confirmBeforeSaving,
    unsaved,
    analyze,
    analyzeTyped: (prompt: string): void => void analysis.run(prompt, 'typed'),
    enhance,
    clear,
    /** The shown analysis was made while the user typed. */
    isTyped: analysis.shown?.cause === 'typed',
    failure: analysis.failure,
    analyzing: analysis.isPending,
    enhancing: enhancement.isPending,
    /** Analysis of exactly this prompt, null if it was not analysed. */
    analysisOf: (prompt: string): PromptAnalysis | null =>
      analysis.shown?.prompt === prompt ? analysis.shown.analysis : null,
  }
}
export type PromptAnalysisState = ReturnType<typeof usePromptAnalysis>

function unsavedReason(isShown: boolean, isUnchanged: boolean): string {
  if (isShown) return t('Check the plan, then save.')
  return isUnchanged
    ? t('Not saved: the analysis failed. Please try again.')
    : t('Not saved: the prompt has changed. Please save again.')
}

function isEmpty(prompt: string, title: string): boolean {
  if (prompt.trim() !== '') return false
  toastError(title, t('Please enter some instructions first.'))
  return true
}

const isCertain = ({ executionPlan, warnings }: PromptAnalysis): boolean =>
  executionPlan.steps.length > 0 && warnings.length === 0 && executionPlan.confidence >= lowPlanConfidence

/** Why a prompt is analysed. Only a request of the user is answered by toasts. */
type Cause = 'requested' | 'typed' | 'saving'

/** @param version is incremented when the prompt changes */
function useAnalysis(type: ActionType, version: RefObject<number>) {
  const request = useAnalyzePrompt(type)
  const [shown, setShown] = useState<{ prompt: string; analysis: PromptAnalysis; cause: Cause } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  /** @returns the analysis; null if it failed, or the prompt has changed meanwhile */
  const run = async (prompt: string, cause: Cause): Promise<PromptAnalysis | null> => {
    setFailure(null)
    const requested = version.current
    try {
      const analysis = await request.mutateAsync(prompt)
      if (version.current !== requested) return null
      setShown({ prompt, analysis, cause })
      if (cause === 'requested') toastSuccess(t('Analysis complete'))
      return analysis
    } catch (error) {
      if (version.current !== requested) return null
      setShown(null)
      setFailure(messageOf(error))
      if (cause !== 'typed') toastError(t('Analysis failed'), messageOf(error))
      return null
    }
  }
  const clear = (): void => {
    setShown(null)
    setFailure(null)
    request.reset()
  }
  return { shown, failure, isPending: request.isPending, run, clear }
}

/** Analyses the prompt when the user pauses typing. */
export function useTypedAnalysis(prompts: PromptAnalysisState, prompt: string, stored: string): void {
  const isPaused = useIsDebounced(prompt, promptPauseMs)
  const isNeeded =
    isPaused && prompt.trim() !== '' && prompt !== stored && prompts.failure === null && !prompts.analysisOf(prompt)
  const analyze = useEffectEvent(() => {
    if (!prompts.analyzing && !prompts.enhancing) prompts.analyzeTyped(prompt)
  })
  useEffect(() => {
    if (isNeeded) analyze()
  }, [isNeeded])
}

function useEnhancement(version: RefObject<number>) {
  const request = useEnhancePrompt()
  const run = async (prompt: string): Promise<string | null> => {
    const requested = version.current
    try {
      const enhanced = await request.mutateAsync(prompt)
      if (version.current !== requested) return null
      toastSuccess(t('Prompt enhanced'))
      return enhanced
    } catch (error) {
      toastError(t('Enhancement failed'), messageOf(error))
      return null
    }
  }
  return { isPending: request.isPending, run }
}
