import { useState } from 'react'
import type { HistoryEntry } from '../../api/processing-logs.ts'
import { folderName } from '../../lib/folder-name.ts'
import { senderText, subjectText } from '../../lib/message-texts.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { safeText } from '../../lib/safe-text.ts'
import { t, text } from '../../texts/translate.ts'
import { announce } from '../../ui/announcer.tsx'
import {
  KeysLegend,
  moveFocusToHeading,
  type Shortcut,
  type SingleKeysSetting,
  useSingleKeys,
} from '../../ui/single-keys.tsx'
import { MailExcerpt } from './mail-excerpt.tsx'
import { ReviewChoices } from './review-choices.tsx'
import type { Destination } from './review-destinations.ts'
import { reviewGrid } from './review-grid.ts'
import { ReviewMessageHeader, ReviewExplanation } from './review-message.tsx'
import { type FolderUsage, useDestinations } from './use-review-destinations.ts'
import type { Review } from './use-review.ts'

const MoveDialog = onDemand(async () => (await import('../../features/mail/move-dialog.tsx')).MoveDialog, {
  failed: ({ onClose }) => onClose(),
})
const NewFolderForMail = onDemand(
  async () => (await import('../../features/mail/new-folder-for-mail.tsx')).NewFolderForMail,
  {
    failed: ({ onClose }) => onClose(),
  },
)
const shortcuts: readonly Shortcut[] = [
  { names: ['Enter', '1'], effect: text('most likely folder') },
  { names: ['2', '–', '9'], effect: text('other folders') },
  { names: ['I'], effect: text('keep in inbox') },
  { names: ['S'], effect: text('skip') },
  { names: ['N'], effect: text('new folder') },
  { names: ['Z'], effect: text('undo the last') },
]
/** Named when it is shown: modules run before the language is known. */
const inbox = (): Destination => ({ id: null, name: t('Inbox') })

interface ReviewItemProps {
  entry: HistoryEntry
  review: Review
  keys: SingleKeysSetting
  usage: FolderUsage | null
}

/** The current message with its answers. */
export function ReviewItem({ entry, review, keys, usage }: ReviewItemProps) {
  const destinationsQuery = useDestinations(entry, usage)
  const { destinations } = destinationsQuery
  const [choosing, setChoosing] = useState(false)
  const [creating, setCreating] = useState(false)

  const announceNext = (done: string, next: HistoryEntry | null): void => {
    announce(next ? `${done} ${describeNext(next)}` : `${done} ${t('That was the last one.')}`)
    moveFocusToHeading()
  }
  const move = (destination: Destination): void =>
    announceNext(
      destination.id === null ? t('Kept in the inbox.') : t('Into {folder}.', { folder: destination.name }),
      review.answer(entry, destination),
    )
  const skip = (): void => announceNext(t('Skipped.'), review.skip(entry))

  useSingleKeys(keys.on, (pressed) => {
    const key = pressed === 'enter' ? '1' : pressed
    const { likeliest = null, others = [], hasMore = false } = destinations ?? {}
    const destination = key === 'i' ? inbox() : key === '1' ? likeliest : (others[Number(key) - 2] ?? null)
    if (destination) move(destination)
    else if (key === 's') skip()
    else if (key === 'n') setCreating(true)
    else if (key === 'm' && hasMore) setChoosing(true)
    else if (key === '1' && destinations) announce(t('No folder is likely'))
    else return false
    return true
  })

  return (
    <>
      <article className={reviewGrid.whole}>
        <ReviewMessageHeader entry={entry} />
        <div className={reviewGrid.excerpt}>
          <MailExcerpt logId={entry.id} />
        </div>
        <div className={reviewGrid.choices}>
          <ReviewChoices
            destinationsQuery={destinationsQuery}
            hasKeys={keys.on}
            onMove={move}
            onMore={() => setChoosing(true)}
            onNewFolder={() => setCreating(true)}
            onKeep={() => move(inbox())}
            onSkip={skip}
          />
        </div>
        <ReviewExplanation entry={entry} />
      </article>
      <KeysLegend shortcuts={shortcuts} keys={keys} />
      {creating && (
        <NewFolderForMail
          entry={entry}
          onClose={() => setCreating(false)}
          onCreated={(folder) => move({ id: folder.id, name: folderName(folder) })}
        />
      )}
      {choosing && (
        <MoveDialog
          entry={entry}
          onClose={() => setChoosing(false)}
          onMoved={(_waiting, destination) =>
            announceNext(t('Into {folder}.', { folder: destination.name }), review.moved(entry, destination))
          }
        />
      )}
    </>
  )
}

function describeNext(entry: HistoryEntry): string {
  const mail = { subject: subjectText(entry.subject), sender: senderText(entry, t('an unknown sender')) }
  return entry.runner_up_folder
    ? t('Next: {subject}, from {sender}. Most likely: {folder}', { ...mail, folder: safeText(entry.runner_up_folder) })
    : t('Next: {subject}, from {sender}', mail)
}
