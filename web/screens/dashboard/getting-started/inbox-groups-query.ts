import { queryOptions } from '@tanstack/react-query'
import type { TidyUpEmail } from '../../../../contract/functions/tidy-up.ts'
import { scanInbox } from '../../../api/tidy-up.ts'
import { groupEmails } from '../../../features/mail/group-emails.ts'

/** What Tidy up proposes for the inbox. Read once: it takes a call for each hundred emails. */
export const inboxGroupsQuery = (mailboxId: string) =>
  queryOptions({
    queryKey: ['inbox-groups', mailboxId],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const emails: TidyUpEmail[] = []
      for (let from: string | null = null; ; ) {
        const page: Awaited<ReturnType<typeof scanInbox>> = await scanInbox(mailboxId, from, signal)
        emails.push(...page.emails)
        if (page.next === null) return groupEmails(emails)
        from = page.next
      }
    },
  })
