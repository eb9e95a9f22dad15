import { z } from 'zod'
import type { MailboxClient } from '../mailbox/mailbox-client.ts'
import type { MarkChange, Marks, Message } from '../mailbox/message.ts'
import { isChanged, isNotFound, orNotThere, withResults } from './graph-error.ts'
import type { GraphTransport } from './graph-transport.ts'

/** Of a message that another program changes at the same time. */
const markMaxAttempts = 4

interface SeenMarks extends Marks {
  parentFolderId: string
  etag: string
}

const MarksResponse = z
  .object({
    '@odata.etag': z.string().min(1),
    parentFolderId: z.string(),
    categories: z.array(z.string()).nullish(),
    isRead: z.boolean().nullish(),
  })
  .transform(
    ({ '@odata.etag': etag, parentFolderId, categories, isRead }): SeenMarks => ({
      etag,
      parentFolderId,
      categories: categories ?? [],
      isRead: isRead ?? true,
    }),
  )

export const markCalls = (graph: GraphTransport): Pick<MailboxClient, 'mark'> => ({
  async mark(id, change, read) {
    const path = `/me/messages/${encodeURIComponent(id)}?$select=parentFolderId,categories,isRead`
    for (let attempt = 1, known = marksOf(read); ; attempt++, known = null) {
      const seen = known ?? (await orNotThere(graph.read({ path }, MarksResponse)))
      if (seen === 'not-there') return seen
      const wanted = change({ categories: seen.categories, isRead: seen.isRead }, seen.parentFolderId)
      if (wanted === null) return 'marked'
      const marking = graph.call({ method: 'PATCH', path, body: bodyOf(wanted), ifMatch: seen.etag })
      const isLast = attempt === markMaxAttempts
      const marked = await withResults(
        marking,
        ['changed', (error) => !isLast && isChanged(error)],
        ['not-there', isNotFound],
      )
      if (marked !== 'changed') return marked ?? 'marked'
    }
  },
})

/** The names of its categories are cleaned, so that only a message without any can be changed by what was read. */
function marksOf(read: Message | undefined): SeenMarks | null {
  if (!read || read.version === null || read.categories.length > 0) return null
  const { parentFolderId, isRead, version } = read
  return { parentFolderId, isRead, categories: [], etag: `W/"${version}"` }
}

const bodyOf = ({ categories, isRead, isFlagged }: MarkChange): object => ({
  ...(categories !== undefined && { categories }),
  ...(isRead !== undefined && { isRead }),
  ...(isFlagged !== undefined && { flag: { flagStatus: isFlagged ? 'flagged' : 'notFlagged' } }),
})
