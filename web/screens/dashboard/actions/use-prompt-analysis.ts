import { type RefObject, useRef, useState } from 'react'
import type { ActionType } from '../../../../contract/actions.ts'
import type { PromptAnalysis } from '../../../../contract/functions/prompts.ts'
import { messageOf } from '../../../api/api-error.ts'
import { useAnalyzePrompt, useEnhancePrompt } from '../../../api/prompts.ts'
import { toastError, toastSuccess } from '../../../lib/toast.ts'
import { announce } from '../../../ui/announcer.tsx'

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

  /** @returns whether the plan is shown. `quiet`: without a toast on success */
  const analyze = async (prompt: string, { quiet = false } = {}): Promise<boolean> => {
    if (isEmpty(prompt, 'No prompt to analyze')) return false
    setUnsaved(null)
    return analysis.run(prompt, quiet)
  }

  /** @returns the improved prompt, null if there is none */
  const enhance = async (prompt: string): Promise<string | null> => {
    if (isEmpty(prompt, 'No prompt to enhance')) return null
    const enhanced = await enhancement.run(prompt)
    if (enhanced !== null) clear()
    return enhanced
  }

  /**
   * The user sees the plan before the prompt is saved, since the plan is what runs: a new prompt is analysed first, and
   * the next attempt saves it.
   * @param stored the saved prompt
   * @returns whether the prompt may be saved; `unsaved` says why not
   */
  const confirmBeforeSaving = async (prompt: string, stored: string): Promise<boolean> => {
    if (prompt.trim() === '' || prompt === stored || analysis.shown?.prompt === prompt) return true
    const analyzedVersion = version.current
    const isShown = await analyze(prompt, { quiet: true })
    const reason = unsavedReason(isShown, version.current === analyzedVersion)
    setUnsaved(reason)
    announce(reason)
    return false
  }

  return {
    confirmBeforeSaving,
    unsaved,
    analyze,
    enhance,
    clear,
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
  if (isShown) return 'Check the plan, then save.'
  return isUnchanged
    ? 'Not saved: the analysis failed. Please try again.'
    : 'Not saved: the prompt was changed meanwhile. Please save again.'
}

function isEmpty(prompt: string, title: string): boolean {
  if (prompt.trim() !== '') return false
  toastError(title, 'Please enter some instructions first.')
  return true
}

/** @param version is incremented when the prompt changes */
function useAnalysis(type: ActionType, version: RefObject<number>) {
  const request = useAnalyzePrompt(type)
  const [shown, setShown] = useState<{ prompt: string; analysis: PromptAnalysis } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  const run = async (prompt: string, quiet: boolean): Promise<boolean> => {
    setFailure(null)
    const requested = version.current
    try {
      const analysis = await request.mutateAsync(prompt)
      if (version.current !== requested) return false
      setShown({ prompt, analysis })
      if (!quiet) toastSuccess('Analysis complete')
      return true
    } catch (error) {
      if (version.current !== requested) return false
      setShown(null)
      setFailure(messageOf(error))
      toastError('Analysis failed', messageOf(error))
      return false
    }
  }
  const clear = (): void => {
    setShown(null)
    setFailure(null)
    request.reset()
  }
  return { shown, failure, isPending: request.isPending, run, clear }
}

function useEnhancement(version: RefObject<number>) {
  const request = useEnhancePrompt()
  const run = async (prompt: string): Promise<string | null> => {
    const requested = version.current
    try {
      const enhanced = await request.mutateAsync(prompt)
      if (version.current !== requested) return null
      toastSuccess('Prompt enhanced')
      return enhanced
    } catch (error) {
      toastError('Enhancement failed', messageOf(error))
      return null
    }
  }
  return { isPending: request.isPending, run }
}
