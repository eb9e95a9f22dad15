import { queryOptions, useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import type { ActionType } from '../../contract/actions.ts'
import { EnhancePromptOutput, PromptAnalysis, ShownPlan } from '../../contract/functions/prompts.ts'
import { ApiError } from './api-error.ts'
import { callFunction } from './call-function.ts'

/** What a prompt would do, for an action of this type. The plan that is answered is the one that is stored when it is saved. */
export const useAnalyzePrompt = (actionType: ActionType) =>
  useMutation({
    mutationFn: (prompt: string) =>
      callFunction('unified-data-source-mcp', { action: 'analyze_prompt', prompt, actionType }, PromptAnalysis).catch(
        (error: unknown) => {
          // In the words of specification §5.
          if (error instanceof ApiError && error.status === 401)
            throw new ApiError(error.code, error.status, 'User not authenticated', { cause: error })
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

/** The plan that an action of a folder runs now; null where it has none. */
export const storedPlanQuery = (folderId: string, actionId: string) =>
  queryOptions({
    queryKey: planKeys.of(folderId, actionId),
    queryFn: async (): Promise<ShownPlan | null> =>
      (await callFunction('email-actions', { action: 'plan', folderId, actionId }, Stored)).plan,
  })
