import type { Route } from '../http/routing/route.ts'
import { analyzePrompt } from './analyze-prompt.ts'
import { enhancePrompt } from './enhance-prompt.ts'

export const promptRoutes: Route[] = [analyzePrompt, enhancePrompt]
