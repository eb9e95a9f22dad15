import type { ActionRunners } from './runner.ts'

/** What each type of action does. */
export const runners: Partial<ActionRunners> = {}
