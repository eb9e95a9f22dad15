import { ArrowRight, ExternalLink, FolderInput, FolderPlus, Inbox, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { HistoryEntry } from '../../api/processing-logs.ts'
import { isInInbox } from '../../api/processing-logs.ts'
import { subjectText } from '../../lib/message-texts.ts'
import { t } from '../../texts/translate.ts'
import { cx } from '../../ui/cx.ts'
import type { Corrections } from './use-corrections.ts'

interface CorrectionButtonsProps {
  entry: HistoryEntry
  corrections: Corrections
  /** Beside other columns: what is said in the details is left out. */
  compact: boolean
  onMoveTo: () => void
  onNewFolder: () => void
  /** Null: the mailbox has no links to its emails. */
  onOpenInMailbox: (() => void) | null
}

/** What corrects where an email is, with one press each. Mailroom learns from each correction. */
export function CorrectionButtons(props: CorrectionButtonsProps) {
  const { entry, corrections, compact, onMoveTo, onNewFolder, onOpenInMailbox } = props
  const subject = subjectText(entry.subject)
  const isInbox = isInInbox(entry)
  // Beside the names of folders, icons are enough.
  const hasFolders = compact && corrections.likely.length > 0
  return (
    <>
      {corrections.undo && (
        <Action
          keyName="Z"
          icon={<Undo2 />}
          label={t('Undo: move “{subject}” back to {folder}', { subject, folder: entry.undo?.folder ?? '' })}
          onPress={corrections.undo}
        >
          {t('Undo')}
        </Action>
      )}
      {corrections.likely.map((folder, index) => (
        <Action
          key={folder.id}
          keyName={String(index + 1)}
          icon={<ArrowRight />}
          label={t('Put “{subject}” into {folder}', { subject, folder: folder.name })}
          onPress={() => corrections.move(folder)}
        >
          <bdi className="truncate">{folder.name}</bdi>
        </Action>
      ))}
      <Action
        keyName="M"
        icon={<FolderInput />}
        label={t('Move “{subject}” to…', { subject })}
        iconOnly={hasFolders}
        onPress={onMoveTo}
      >
        {isInbox ? t('Put into…') : t('Move to…')}
      </Action>
      {corrections.canGoToInbox && (
        <Action
          keyName="I"
          icon={<Inbox />}
          label={
            isInbox ? t('Keep “{subject}” in the inbox', { subject }) : t('Move “{subject}” to the inbox', { subject })
          }
          iconOnly={hasFolders}
          onPress={corrections.moveToInbox}
        >
          {isInbox ? t('Keep in inbox') : t('Move to inbox')}
        </Action>
      )}
      {!compact && isInbox && (
        <Action icon={<FolderPlus />} label={t('New folder for this… “{subject}”', { subject })} onPress={onNewFolder}>
          {t('New folder for this…')}
        </Action>
      )}
      {onOpenInMailbox && (
        <Action
          keyName="O"
          icon={<ExternalLink />}
          label={t('Open “{subject}” in Outlook', { subject })}
          iconOnly={compact}
          // In a narrow row it is among the details.
          className={compact ? '@max-2xl:hidden' : undefined}
          onPress={onOpenInMailbox}
        >
          {t('Open in Outlook')}
        </Action>
      )}
    </>
  )
}

const actionClasses = cx(
  'inline-flex h-7 max-w-44 min-w-0 items-center gap-1.5 rounded-full border border-line bg-surface px-2.5 text-xs',
  'font-medium text-ink shadow-card transition-colors select-none hover:border-edge hover:bg-sunken pointer-coarse:h-9',
  '[&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:text-muted',
)

interface ActionProps {
  keyName?: string
  icon: ReactNode
  /** Accessible name and tooltip. */
  label: string
  iconOnly?: boolean
  className?: string | undefined
  onPress: () => void
  children: ReactNode
}

const Action = ({ keyName, icon, label, iconOnly = false, className, onPress, children }: ActionProps) => (
  <button
    type="button"
    aria-label={label}
    aria-keyshortcuts={keyName}
    title={label}
    onClick={onPress}
    className={cx(
      actionClasses,
      iconOnly && 'min-w-7 shrink-0 justify-center px-1.5! pointer-coarse:min-w-9',
      className,
    )}
  >
    {icon}
    {!iconOnly && children}
    {keyName !== undefined && (
      // Taught where keys are used.
      <kbd className="hidden font-sans text-2xs text-muted group-has-focus-visible/row:inline">{keyName}</kbd>
    )}
  </button>
)
