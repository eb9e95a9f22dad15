import { z } from 'zod'
import type { MailboxClient } from '../mailbox/mailbox-client.ts'
import type { MarkChange, SeenMarks } from '../mailbox/message.ts'
import { isChanged, isNotFound, orNotThere, withResults } from './graph-error.ts'
import type { GraphTransport } from './graph-transport.ts'

/** Of a message that another program changes or moves at the same time. */
const markMaxAttempts = 4

const MarksResponse = z
  .object({
    changeKey: z.string().min(1),
    parentFolderId: z.string(),
    categories: z.array(z.string()).nullish(),
    isRead: z.boolean().nullish(),
  })
  .transform(
    ({ changeKey, parentFolderId, categories, isRead }): SeenMarks => ({
      version: changeKey,
      parentFolderId,
      categories: categories ?? [],
      isRead: isRead ?? true,
    }),
  )

/** The moved message. */
export const MovedResponse = z
  .looseObject({ id: z.string().min(1), parentFolderId: z.string() })
  .transform((message) => MarksResponse.safeParse(message).data ?? ('moved' as const))

export const markCalls = (graph: GraphTransport): Pick<MailboxClient, 'mark'> => ({
  async mark(id, change, before) {
    const path = `/me/messages/${encodeURIComponent(id)}?$select=changeKey,parentFolderId,categories,isRead`
    for (let attempt = 1, known = before; ; attempt++, known = undefined) {
      const seen = known ?? (await orNotThere(graph.read({ path }, MarksResponse)))
      if (seen === 'not-there') return seen
      const wanted = change({ categories: seen.categories, isRead: seen.isRead }, seen.parentFolderId)
      if (wanted === null) return 'marked'
      const marking = graph.call({ method: 'PATCH', path, body: bodyOf(wanted), ifMatch: `W/"${seen.version}"` })
      const isLast = attempt === markMaxAttempts
      // Right after a move Graph may not find the message. Only the read above says that it is gone.
      const isToRead = (error: unknown) => !isLast && (isChanged(error) || isNotFound(error))
      const marked = await withResults(marking, ['changed', isToRead])
      if (marked !== 'changed') return marked ?? 'marked'
    }
  },
})

const bodyOf = ({ categories, isRead, isFlagged }: MarkChange): object => ({
  ...(categories !== undefined && { categories }),
  ...(isRead !== undefined && { isRead }),
  ...(isFlagged !== undefined && { flag: { flagStatus: isFlagged ? 'flagged' : 'notFlagged' } }),
})
