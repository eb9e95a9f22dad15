import { useState } from 'react'
import type { ActionType } from '../../../contract/actions.ts'
import type { PromptAnalysis } from '../../../contract/functions/prompts.ts'
import { messageOf } from '../../api/api-error.ts'
import { useAnalyzePrompt, useEnhancePrompt } from '../../api/prompts.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'

/**
 * Specification §4 "Prompt workflow": analyse, see what would happen, enhance. An answer to words that have changed meanwhile is dropped.
 * @param type of the action that the prompt belongs to
 */
export function usePromptAnalysis(type: ActionType) {
  const [shown, setShown] = useState<{ prompt: string; analysis: PromptAnalysis } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const analyzing = useAnalyzePrompt(type)
  const enhancing = useEnhancePrompt()

  const clear = (): void => {
    setShown(null)
    setFailure(null)
    analyzing.reset()
  }

  /** @returns whether the plan is there to be seen */
  const analyze = async (prompt: string): Promise<boolean> => {
    if (prompt.trim() === '') {
      toastError('No prompt to analyze', 'Please enter some instructions first.')
      return false
    }
    setFailure(null)
    try {
      const analysis = await analyzing.mutateAsync(prompt)
      setShown({ prompt, analysis })
      toastSuccess('Analysis complete')
      return true
    } catch (error) {
      setShown(null)
      setFailure(messageOf(error))
      toastError('Analysis failed', messageOf(error))
      return false
    }
  }

  /** @returns what takes the prompt's place, null where nothing does */
  const enhance = async (prompt: string): Promise<string | null> => {
    if (prompt.trim() === '') {
      toastError('No prompt to enhance', 'Please enter some instructions first.')
      return null
    }
    try {
      const enhanced = await enhancing.mutateAsync(prompt)
      clear()
      toastSuccess('Prompt enhanced')
      return enhanced
    } catch (error) {
      toastError('Enhancement failed', messageOf(error))
      return null
    }
  }

  /**
   * Whether a plan for these words was seen, so that they may be saved (checklist A5): words that are new are analysed now and are
   * saved with the next press.
   * @param stored the words that are saved already
   */
  const isSeen = async (prompt: string, stored: string): Promise<boolean> => {
    if (prompt.trim() === '' || prompt === stored || shown?.prompt === prompt) return true
    await analyze(prompt)
    return false
  }

  return {
    isSeen,
    analyze,
    enhance,
    clear,
    failure,
    analyzing: analyzing.isPending,
    enhancing: enhancing.isPending,
    /** Of these very words, null where they were not analysed. */
    analysisOf: (prompt: string): PromptAnalysis | null => (shown?.prompt === prompt ? shown.analysis : null),
  }
}
export type PromptWork = ReturnType<typeof usePromptAnalysis>
