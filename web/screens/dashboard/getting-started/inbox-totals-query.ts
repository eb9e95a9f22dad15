import { queryOptions } from '@tanstack/react-query'
import type { TidyUpEmail } from '../../../../contract/functions/tidy-up.ts'
import { scanInbox } from '../../../api/tidy-up.ts'

/**
 * What Tidy up proposes for the inbox, in words: “61 newsletters · 14 bills”; empty for an empty inbox. Read once: it
 * takes a call for each hundred emails.
 */
export const inboxTotalsQuery = (mailboxId: string) =>
  queryOptions({
    queryKey: ['inbox-totals', mailboxId],
    staleTime: Infinity,
    // A function, because the language of the page can change.
    queryFn: async ({ signal }): Promise<() => string> => {
      const emails: TidyUpEmail[] = []
      for (let from: string | null = null; ; ) {
        const page: Awaited<ReturnType<typeof scanInbox>> = await scanInbox(mailboxId, from, signal)
        emails.push(...page.emails)
        if (page.next === null) return await totalsOf(emails)
        from = page.next
      }
    },
  })

/** Loads the grouping, which is much code, only for emails: opening the page does not wait for it. */
async function totalsOf(emails: readonly TidyUpEmail[]): Promise<() => string> {
  if (emails.length === 0) return () => ''
  const { groupEmails } = await import('../../../features/mail/group-emails.ts')
  const { totalsText } = await import('../../../features/mail/group-texts.ts')
  const groups = groupEmails(emails)
  return () => totalsText(groups)
}
