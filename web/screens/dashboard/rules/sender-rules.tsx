import { onDemand } from '../../../lib/on-demand.tsx'

/** What was read about senders in unsaved instructions, while the user types. */
export const SenderRules = onDemand(async () => (await import('./sender-rules-list.tsx')).SenderRulesList, {
  failed: 'quiet',
})
