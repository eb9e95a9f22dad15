import { cleanText } from '../../../contract/clean-text.ts'

/** Markers of chat templates. Untrusted text could use them to end its data block and pose as instructions. */
const roleMarks = /\[(\/?(?:INST|SYS|SYSTEM|USER|ASSISTANT|TOOL_CALLS|AVAILABLE_TOOLS|TOOL_RESULTS))\]/gi
const angles: Record<string, string> = { '<': '‹', '>': '›' }

/**
 * Prepares untrusted text as data for a language model: no invisible characters, no `<…>` or `[INST]` that a chat
 * template could interpret, at most `max` characters.
 */
export const cleanModelInput = (text: string, max: number): string =>
  cleanText(text, max)
    .replace(/[<>]/g, (mark) => angles[mark] ?? '')
    .replace(roleMarks, '($1)')
