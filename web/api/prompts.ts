import { queryOptions, useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import type { ActionType } from '../../contract/action-types.ts'
import { EnhancePromptOutput, PromptAnalysis, ShownPlan } from '../../contract/functions/prompts.ts'
import { t } from '../texts/translate.ts'
import { ApiError } from './api-error.ts'
import { callFunction } from './call-function.ts'

/** Turns a prompt into a plan. The returned plan is the one that saving the action stores. */
export const useAnalyzePrompt = (actionType: ActionType) =>
  useMutation({
    mutationFn: (prompt: string) =>
      callFunction('unified-data-source-mcp', { action: 'analyze_prompt', prompt, actionType }, PromptAnalysis).catch(
        (error: unknown) => {
          if (error instanceof ApiError && error.status === 401)
            throw new ApiError(error.code, error.status, t('User not authenticated'), { cause: error })
          throw error
        },
      ),
  })

export const useEnhancePrompt = () =>
  useMutation({
    mutationFn: async (prompt: string): Promise<string> =>
      (await callFunction('ai-prompt-enhancer', { prompt }, EnhancePromptOutput)).enhancedPrompt,
  })

const Stored = z.object({ plan: ShownPlan.nullable() })

export const planKeys = { of: (folderId: string, actionId: string) => ['action-plan', folderId, actionId] } as const

/** The plan that a folder's action runs; null if it has none. */
export const storedPlanQuery = (folderId: string, actionId: string) =>
  queryOptions({
    queryKey: planKeys.of(folderId, actionId),
    queryFn: async (): Promise<ShownPlan | null> =>
      (await callFunction('email-actions', { action: 'plan', folderId, actionId }, Stored)).plan,
  })
