import type { TidyUpEmail } from '../../../contract/functions/tidy-up.ts'
import { senderText, subjectText } from '../../lib/message-texts.ts'
import { safeText } from '../../lib/safe-text.ts'
import { locale, t, text, tn } from '../../texts/translate.ts'
import type { EmailGroup } from './group-emails.ts'
import { kindTexts } from './kind-texts.ts'

/** Where a folder has any. */
export const withoutActionsText = text('Automated actions do not run for emails that are filed together.')

const sendersShown = 3
const kindsShown = 6

const nameOf = ({ name, address }: TidyUpEmail): string => senderText({ from_name: name, from_address: address })

/** “61 newsletters”; a single email and the emails of one sender have a name. @param open how many are not answered */
export function groupTitle({ type, kind, emails }: EmailGroup, open: number): string {
  const [newest] = emails
  if (type === 'email') return subjectText(newest?.subject ?? null)
  if (type === 'other') return tn(open, '{count} other email', '{count} other emails')
  const count = kind === null ? tn(open, '{count} email', '{count} emails') : kindTexts[kind].count(open)
  return type === 'kind' || !newest ? count : t('{sender}: {count}', { sender: nameOf(newest), count })
}

/** The senders of most of the emails, and how many others there are; the address where the title has the name. */
export function sendersText({ type, emails }: EmailGroup): string {
  const [newest] = emails
  if (newest && (type === 'sender' || type === 'mixed')) return safeText(newest.address ?? newest.list ?? '')
  const names = [...Map.groupBy(emails, nameOf)].toSorted(([, a], [, b]) => b.length - a.length).map(([name]) => name)
  const shown = names.slice(0, sendersShown)
  const more = names.length - shown.length
  return more === 0
    ? new Intl.ListFormat(locale()).format(shown)
    : tn(more, '{names} and {count} more', '{names} and {count} more', { names: shown.join(', ') })
}

/** “61 newsletters · 14 bills · 9 emails about trips · 23 more”. */
export function totalsText(groups: readonly EmailGroup[]): string {
  const counts = Map.groupBy(groups, ({ type, kind }) => (type === 'mixed' ? null : kind))
  const named = [...counts]
    .flatMap(([kind, own]) => (kind === null ? [] : { kind, count: emailsIn(own) }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, kindsShown)
  const others = emailsIn(groups) - named.reduce((sum, { count }) => sum + count, 0)
  const texts = named.map(({ kind, count }) => kindTexts[kind].count(count))
  if (others === 0) return texts.join(' · ')
  const rest = t('{count} more', { count: others })
  return [...texts, named.length === 0 ? tn(others, '{count} email', '{count} emails') : rest].join(' · ')
}

const emailsIn = (groups: readonly EmailGroup[]): number => groups.reduce((sum, { emails }) => sum + emails.length, 0)
