import { maxTidyUpEmails, tidyUpDays } from '../../../contract/limits.ts'
import { days, addMs } from '../../clock.ts'
import type { RemoteContext } from '../../context.ts'
import { fail } from '../../errors.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import type { Message, InboxPage } from '../../vendors/mailbox/message.ts'

/** Where the next page begins: the client returns it, so it names a time and no address at the provider. */
interface Position {
  until: Date | null
  read: number
  total: number
}

interface ScannedPage {
  messages: Message[]
  total: number
  next: string | null
}

/** The page of the inbox's last days at a position, newest first; at most `maxTidyUpEmails` emails over all pages. */
export async function readInboxPage(ctx: RemoteContext, mailboxId: string, from: string | null): Promise<ScannedPage> {
  const since = addMs(ctx.clock.now(), -days(tidyUpDays))
  const { until, read, total } = from === null ? await firstPosition(ctx, mailboxId, since) : parsePosition(from)
  const page = await pageBefore(ctx, mailboxId, { since, until })
  const messages = page.messages.slice(0, Math.max(maxTidyUpEmails - read, 0))
  const next = { until: page.reached, read: read + messages.length, total }
  const isLast = page.reached === null || next.read >= maxTidyUpEmails
  return { messages, total, next: isLast ? null : formatPosition(next) }
}

async function firstPosition(ctx: RemoteContext, mailboxId: string, since: Date): Promise<Position> {
  const count = await withMailbox(ctx, mailboxId, (mailbox) => mailbox.inbox.count(since))
  return { until: null, read: 0, total: Math.min(count, maxTidyUpEmails) }
}

const formatPosition = ({ until, read, total }: Position): string => `${until?.getTime() ?? 0}-${read}-${total}`

function parsePosition(from: string): Position {
  const [until, read, total] = /^(\d{1,15})-(\d{1,4})-(\d{1,4})$/.exec(from)?.slice(1).map(Number) ?? []
  if (until === undefined || read === undefined || total === undefined) return fail('invalid_input')
  return { until: new Date(until), read, total }
}

/**
 * Cut at a whole second, as the mailbox filters: a second must not be split over two pages. A page whose messages share
 * one second is extended by the next page.
 * @returns `reached`: null where no older messages are left
 */
async function pageBefore(
  ctx: RemoteContext,
  mailboxId: string,
  range: { since: Date; until: Date | null },
): Promise<{ messages: Message[]; reached: Date | null }> {
  const found: Message[] = []
  for (let from: string | typeof range = range; ; ) {
    const start = from
    const page: InboxPage<Message> = await withMailbox(ctx, mailboxId, (mailbox) => mailbox.inbox.messages(start))
    found.push(...page.messages)
    if (page.next === null) return { messages: found, reached: null }
    const cut = secondOf(found.at(-1)?.receivedAt ?? range.since)
    const whole = found.filter(({ receivedAt }) => secondOf(receivedAt) !== cut)
    if (whole.length > 0) return { messages: whole, reached: new Date(cut) }
    from = page.next
  }
}

/** The start of the second, in ms since 1970. */
const secondOf = (at: Date): number => at.getTime() - at.getMilliseconds()
