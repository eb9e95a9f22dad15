import { cleanText } from './clean-text.ts'

/** Marks that a chat template might take for its own: a stranger could end our data with them (security checklist A15). */
const roleMarks = /\[(\/?(?:INST|SYS|SYSTEM|USER|ASSISTANT|TOOL_CALLS|AVAILABLE_TOOLS|TOOL_RESULTS))\]/gi
const angles: Record<string, string> = { '<': '‹', '>': '›' }

/**
 * Stranger's text as data for a model: seen characters in one normal form (A14), no `<…>` or `[INST]` that a template could read as
 * its own, at most `max` characters.
 */
export const cleanForModel = (text: string, max: number): string =>
  cleanText(text, max)
    .replace(/[<>]/g, (mark) => angles[mark] ?? '')
    .replace(roleMarks, '($1)')
