import { onDemand } from '../../../shell/on-demand.tsx'

/** What was read about senders in unsaved instructions, while the user types. Keeps its lines free before. */
export const SenderRules = onDemand(async () => (await import('./sender-rules-list.tsx')).SenderRulesList, {
  waiting: () => <div className="mt-2 min-h-8" />,
  failed: 'quiet',
})
