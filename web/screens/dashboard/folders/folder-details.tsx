import { useQuery } from '@tanstack/react-query'
import { type Ref, useRef, useState } from 'react'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { messageOf } from '../../../api/api-error.ts'
import { folderActionsQuery } from '../../../api/folder-actions.ts'
import { conditionsQuery } from '../../../api/folder-conditions.ts'
import { learnedQuery } from '../../../api/learned-mail.ts'
import { fileWhenChoices, FilingTimeFields } from '../../../features/mailbox/filing-time-fields.tsx'
import { folderName } from '../../../lib/folder-name.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { t, text } from '../../../texts/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { FolderActionsSection } from '../actions/folder-actions-section.tsx'
import { conditionText } from '../rules/condition-texts.ts'
import { FolderInstructionsCard } from './folder-instructions-card.tsx'
import { columnTexts, useFolderSwitches } from './folder-row-cells.tsx'
import { FolderFiling } from './folder-filing.tsx'
import { LearnedSenderRow } from './learned-sender-row.tsx'
import { SwitchLine } from './switch-line.tsx'

const FolderUndo = onDemand(async () => (await import('./folder-undo.tsx')).FolderUndo, { failed: 'quiet' })

/** Where the instructions of a folder are being edited; one place at a time. */
export type EditingPlace = 'nothing' | 'row' | 'card'

/** What starts to edit the instructions, and gets the focus after that. */
export type EditingOpener = 'text' | 'pencil' | 'card'

export interface FolderDetailsProps {
  folder: EmailFolder
  readOnly: boolean
  /** The table has no columns for the switches. */
  hasSwitches: boolean
  editing: EditingPlace
  openerRef: (opener: EditingOpener) => Ref<HTMLButtonElement>
  onEdit: (opener: EditingOpener) => void
  onDone: () => void
  /** Edits the next folder without instructions; null: there is none. */
  onNext: (() => void) | null
}

export function FolderDetails(props: FolderDetailsProps) {
  const { folder, readOnly, hasSwitches, editing, openerRef, onEdit, onDone, onNext } = props
  const { isPending } = useQuery(folderActionsQuery(folder.id))
  return (
    <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2">
      <div className="grid gap-4">
        {hasSwitches && <FolderSwitchFields folder={folder} readOnly={readOnly} hasAll />}
        <FolderInstructionsCard
          folder={folder}
          state={editing === 'card' ? 'editing' : readOnly || editing === 'row' ? 'locked' : 'editable'}
          editButton={openerRef('card')}
          onEdit={() => onEdit('card')}
          onDone={onDone}
          onNext={onNext}
        />
        <FolderConditions folder={folder} readOnly={readOnly} />
        <FolderFilingTime folder={folder} readOnly={readOnly} />
        <FolderFiling folder={folder} readOnly={readOnly} />
        {!hasSwitches && <FolderSwitchFields folder={folder} readOnly={readOnly} hasAll={false} />}
        {!readOnly && folder.instructions_changed_at !== null && (
          <FolderUndo folder={folder} changedAt={folder.instructions_changed_at} />
        )}
      </div>
      <div className="grid gap-4">
        <FolderActionsSection folder={folder} readOnly={readOnly} />
        {/* Shown together with the actions above it, which would push it down. */}
        <div className={isPending ? 'invisible' : undefined}>
          <FolderLearnedSenders folder={folder} readOnly={readOnly} />
        </div>
      </div>
    </div>
  )
}

/** Not with the other texts: it has no column, and is shown in the opened row only. */
const securityEmail = {
  title: text('File security email, too'),
  text: text(
    'Unread codes, sign-in links, security notices and suspected phishing stay in the inbox while this is off.',
  ),
}

interface FolderSwitchFieldsProps {
  folder: EmailFolder
  readOnly: boolean
  /** The table has no room for the columns of Active and Include in AI. */
  hasAll: boolean
}

/** The switches of a folder in its opened row. */
function FolderSwitchFields({ folder, readOnly, hasAll }: FolderSwitchFieldsProps) {
  const { busy, toggle } = useFolderSwitches(folder)
  const name = folderName(folder)
  const state = { busy, disabled: readOnly }
  return (
    <section
      aria-label={t('Switches of {name}', { name })}
      className="space-y-4 rounded-lg border border-line bg-canvas p-4"
    >
      {hasAll && (
        <>
          <SwitchLine
            {...columnTexts.active}
            {...state}
            label={t('Active: {name}', { name })}
            checked={folder.active}
            onChange={(active) => toggle({ active })}
          />
          <SwitchLine
            {...columnTexts.includeInAi}
            {...state}
            label={t('Include in AI: {name}', { name })}
            checked={folder.include_in_ai}
            onChange={(include_in_ai) => toggle({ include_in_ai })}
          />
        </>
      )}
      <SwitchLine
        {...securityEmail}
        {...state}
        label={t('File security email, too: {name}', { name })}
        checked={folder.include_security_email}
        onChange={(include_security_email) => toggle({ include_security_email })}
      />
    </section>
  )
}

/** A folder may be filed at another time than its mailbox. */
function FolderFilingTime({ folder, readOnly }: { folder: EmailFolder; readOnly: boolean }) {
  const { busy, toggle } = useFolderSwitches(folder)
  const { file_when, file_delay_minutes, file_latest_hours, file_hours } = folder
  const disabled = readOnly || busy
  return (
    <section
      aria-label={t('When to file into {folder}', { folder: folderName(folder) })}
      className="space-y-4 rounded-lg border border-line bg-canvas p-4"
    >
      <SelectField
        label={t('When to file sorted email')}
        value={file_when ?? 'mailbox'}
        choices={[{ value: 'mailbox' as const, label: t('As set for the mailbox') }, ...fileWhenChoices()]}
        disabled={disabled}
        onChange={(when) => toggle({ file_when: when === 'mailbox' ? null : when })}
      />
      {file_when !== null && (
        <FilingTimeFields
          schedule={{
            fileWhen: file_when,
            fileDelayMinutes: file_delay_minutes,
            fileLatestHours: file_latest_hours,
            fileHours: file_hours,
          }}
          disabled={disabled}
          onChange={({ fileDelayMinutes, fileLatestHours, fileHours }) =>
            toggle({
              ...(fileDelayMinutes !== undefined && { file_delay_minutes: fileDelayMinutes }),
              ...(fileLatestHours !== undefined && { file_latest_hours: fileLatestHours }),
              ...(fileHours !== undefined && { file_hours: fileHours }),
            })
          }
        />
      )}
    </section>
  )
}

const ConditionsDialog = onDemand(async () => (await import('../rules/conditions-dialog.tsx')).ConditionsDialog, {
  failed: ({ onClose }) => onClose(),
})

/** The conditions that sort messages into this folder; they take precedence over everything that was learned. */
function FolderConditions({ folder, readOnly }: { folder: EmailFolder; readOnly: boolean }) {
  const { data: all, error } = useQuery(conditionsQuery(folder.mailbox_id))
  const [editing, setEditing] = useState(false)
  const own = all?.filter(({ folderId }) => folderId === folder.id)
  return (
    <section
      aria-label={t('Conditions of {folder}', { folder: folderName(folder) })}
      className="rounded-lg border border-line bg-canvas p-4"
    >
      <div className="flex min-h-8 items-center justify-between gap-3">
        <h3 className="text-sm font-semibold">{t('Conditions')}</h3>
        {!readOnly && (
          <Button size="small" disabled={!all} onClick={() => setEditing(true)}>
            {t('Edit Conditions')}
          </Button>
        )}
      </div>
      {own ? (
        own.length === 0 ? (
          <p className="mt-2 text-muted">
            {t('No conditions. They are fixed rules, which come before everything else.')}
          </p>
        ) : (
          <ul className="mt-2 list-disc space-y-1 pl-5 marker:text-muted">
            {own.map((condition) => (
              <li key={condition.id} dir="auto" className="text-left wrap-anywhere">
                {conditionText(condition)}
              </li>
            ))}
          </ul>
        )
      ) : error ? (
        <p role="alert" className="mt-2 text-bad">
          {t('Error loading conditions: {error}', { error: messageOf(error) })}
        </p>
      ) : (
        <Skeleton className="mt-2 h-5 w-48" />
      )}
      {editing && <ConditionsDialog folder={folder} onClose={() => setEditing(false)} />}
    </section>
  )
}

/** The senders and mailing lists that the user has taught by moving messages into this folder. */
function FolderLearnedSenders({ folder, readOnly }: { folder: EmailFolder; readOnly: boolean }) {
  const { data, error } = useQuery(learnedQuery(folder.mailbox_id))
  const heading = useRef<HTMLHeadingElement>(null)
  const own = data?.learned.filter(({ folderId }) => folderId === folder.id)
  // Stays when the last one is forgotten: its heading has the focus.
  const [hadLearned, setHadLearned] = useState(false)
  if (own && own.length > 0 && !hadLearned) setHadLearned(true)
  if (!hadLearned && !error) return null
  return (
    <section
      aria-label={t('Learned for {folder}', { folder: folderName(folder) })}
      className="rounded-lg border border-line bg-canvas p-4"
    >
      <h3 ref={heading} tabIndex={-1} className="flex min-h-8 items-center text-sm font-semibold">
        {own ? t('Senders that go here ({count})', { count: own.length }) : t('Learned')}
      </h3>
      {own ? (
        <ul className="mt-1 divide-y divide-line">
          {own.map((learned) => (
            <LearnedSenderRow
              key={learned.id}
              learned={learned}
              mailboxId={folder.mailbox_id}
              readOnly={readOnly}
              onDeleted={() => heading.current?.focus()}
            />
          ))}
        </ul>
      ) : (
        <p role="alert" className="mt-2 text-bad">
          {t('Error loading what was learned: {error}', { error: messageOf(error) })}
        </p>
      )}
    </section>
  )
}
