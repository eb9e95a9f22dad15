import type { MailPlace } from '../../api/correct-sorting.ts'
import type { EmailAction } from '../../features/mail/email-actions.tsx'
import { inbox } from '../../features/mail/mail-places.ts'
import { t } from '../../texts/translate.ts'
import type { Destinations } from './review-destinations.ts'
import { rowTitle } from './review-row-texts.ts'
import { likelyFolderOf, type ReviewRow } from './review-rows.ts'

interface ReviewActionsOptions {
  row: ReviewRow
  /** Null while the folders are loading, or where they could not be loaded. */
  destinations: Destinations | null
  isLoading: boolean
  move: (to: MailPlace) => void
  /** Also what waits elsewhere in the review. Null: nothing does, or the emails have several senders. */
  ofSender: { count: number; move: (to: MailPlace) => void } | null
  moveTo: () => void
  newFolder: () => void
  skip: () => void
  /** Answers the emails of a group one by one, or together again. */
  toggleGroup: () => void
  /** Null: several emails, or their mailbox has no links. */
  openInMailbox: (() => void) | null
}

export interface ReviewActions {
  /** The answer that Enter gives; null: the folders are still loading. */
  primary: EmailAction | null
  /** The primary one is the first. */
  answers: EmailAction[]
  /** Further folders. */
  folders: EmailAction[]
  /** The primary one for all emails of the sender. */
  ofSender: EmailAction | null
}

/**
 * The answers about an email or a group, with the keys of the lists of emails. Emails that look like no folder are
 * kept; those of a sender that look like several are answered one by one.
 */
export function reviewActions(options: ReviewActionsOptions): ReviewActions {
  const { row, destinations, isLoading } = options
  const likeliest = destinations?.likeliest ?? null
  const isGroup = row.emails.length > 1
  const isMixed = isGroup && row.group.type === 'mixed'
  const [closest, folders] = folderActions(options, likeliest)
  const keep = actionOf('I', isGroup ? t('Keep all in inbox') : t('Keep in inbox'), () => options.move(inbox()))
  const toggle = toggleAction(options, isMixed)
  const isWaiting = isLoading && likelyFolderOf(row) !== null
  const primary = isMixed ? toggle : isWaiting ? null : (closest ?? keep)
  const ofSender = isMixed || isWaiting ? null : senderAction(options, likeliest)
  const others = [closest, keep, toggle, ...commonActions(options)]
  const answers = [primary, ...others.filter((action) => action !== primary)].filter((action) => action !== null)
  return { primary, answers, folders, ofSender }
}

const actionOf = (key: string, text: string, run: () => void): EmailAction => ({
  key,
  text,
  name: text,
  run,
})

/** The folder that the emails look like, and the others. */
function folderActions(
  { row, destinations, move }: ReviewActionsOptions,
  likeliest: MailPlace | null,
): [EmailAction | null, EmailAction[]] {
  const count = row.emails.length
  const places = [...(likeliest ? [likeliest] : []), ...(destinations?.others ?? [])]
  const actions = places.map((place, index): EmailAction => {
    const { name: folder } = place
    const name = count > 1 ? t('Put all {count} into {folder}', { count, folder }) : t('Put into {folder}', { folder })
    const text = place === likeliest ? name : folder
    return { key: String(index + 1), text, name, run: () => move(place) }
  })
  return likeliest ? [actions[0] ?? null, actions.slice(1)] : [null, actions]
}

/** Gives all emails of the sender the suggested answer. */
function senderAction({ ofSender }: ReviewActionsOptions, likeliest: MailPlace | null): EmailAction | null {
  if (!ofSender) return null
  const { count, move } = ofSender
  const text = likeliest
    ? t('Put all {count} from this sender into {folder}', { count, folder: likeliest.name })
    : t('Keep all {count} from this sender in inbox', { count })
  return actionOf('A', text, () => move(likeliest ?? inbox()))
}

function toggleAction({ row, toggleGroup }: ReviewActionsOptions, isMixed: boolean): EmailAction | null {
  if (row.emails.length > 1) return actionOf('G', isMixed ? t('Answer one by one') : t('One by one'), toggleGroup)
  return row.type === 'part' ? actionOf('G', t('Answer together'), toggleGroup) : null
}

function commonActions({ row, moveTo, newFolder, skip, openInMailbox }: ReviewActionsOptions): EmailAction[] {
  const title = rowTitle(row)
  const name =
    row.emails.length > 1 ? t('Move {group} to…', { group: title }) : t('Move “{subject}” to…', { subject: title })
  return [
    { ...actionOf('M', t('Put into…'), moveTo), name },
    actionOf('N', t('New folder…'), newFolder),
    actionOf('S', t('Skip'), skip),
    ...(openInMailbox ? [actionOf('O', t('Open in Outlook'), openInMailbox)] : []),
  ]
}
