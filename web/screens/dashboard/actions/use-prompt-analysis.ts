import { useRef, useState } from 'react'
import type { ActionType } from '../../../../contract/actions.ts'
import type { PromptAnalysis } from '../../../../contract/functions/prompts.ts'
import { messageOf } from '../../../api/api-error.ts'
import { useAnalyzePrompt, useEnhancePrompt } from '../../../api/prompts.ts'
import { toastError, toastSuccess } from '../../../lib/toast.ts'
import { announce } from '../../../ui/announcer.tsx'

/**
 * Specification §4 "Prompt workflow": analyse, see what would happen, enhance. An answer to words that have changed meanwhile is dropped.
 * @param type of the action that the prompt belongs to
 */
export function usePromptAnalysis(type: ActionType) {
  const [shown, setShown] = useState<{ prompt: string; analysis: PromptAnalysis } | null>(null)
  const [unsaved, setUnsaved] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const analyzing = useAnalyzePrompt(type)
  const enhancing = useEnhancePrompt()
  // Counts how often the words have changed.
  const words = useRef(0)

  const clear = (): void => {
    words.current += 1
    setUnsaved(null)
    setShown(null)
    setFailure(null)
    analyzing.reset()
  }

  /** @returns whether the plan is there to be seen; `quiet` where something else than a toast says so */
  const analyze = async (prompt: string, { quiet = false } = {}): Promise<boolean> => {
    if (prompt.trim() === '') {
      toastError('No prompt to analyze', 'Please enter some instructions first.')
      return false
    }
    setFailure(null)
    setUnsaved(null)
    const asked = words.current
    try {
      const analysis = await analyzing.mutateAsync(prompt)
      if (words.current !== asked) return false
      setShown({ prompt, analysis })
      if (!quiet) toastSuccess('Analysis complete')
      return true
    } catch (error) {
      if (words.current !== asked) return false
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
    const asked = words.current
    try {
      const enhanced = await enhancing.mutateAsync(prompt)
      if (words.current !== asked) return null
      clear()
      toastSuccess('Prompt enhanced')
      return enhanced
    } catch (error) {
      toastError('Enhancement failed', messageOf(error))
      return null
    }
  }

  /**
   * A plan is seen before its words are saved (checklist A5): words that are new are analysed now and are saved with the next press.
   * @param stored the words that are saved already
   * @returns whether they may be saved; `unsaved` says why not
   */
  const isSeen = async (prompt: string, stored: string): Promise<boolean> => {
    if (prompt.trim() === '' || prompt === stored || shown?.prompt === prompt) return true
    const asked = words.current
    const isThere = await analyze(prompt, { quiet: true })
    const why = isThere
      ? 'Check the plan, then save.'
      : words.current === asked
        ? 'Not saved: the analysis failed. Please try again.'
        : 'Not saved: the prompt was changed meanwhile. Please save again.'
    setUnsaved(why)
    announce(why)
    return false
  }

  return {
    isSeen,
    unsaved,
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
