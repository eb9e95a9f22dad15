import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { EditedAction } from '../../../api/folder-actions.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogFooter } from '../../../ui/dialog.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { t } from '../../../texts/translate.ts'
import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import type { DryRun } from '../../../../contract/functions/action-runs.ts'
import { type TestMessage, testMessagesQuery, useDryRun } from '../../../api/action-runs.ts'
import { messageOf } from '../../../api/api-error.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { senderText, subjectText } from '../../../lib/message-texts.ts'
import { safeText } from '../../../lib/safe-text.ts'
import { rich } from '../../../texts/rich.ts'
import { Notice } from '../../../ui/notice.tsx'
import { SelectField } from '../../../ui/select-field.tsx'

interface ActionFormProps {
  form: {
    submit: (event: FormEvent<HTMLFormElement>) => Promise<void>
    saving: boolean
    onClose: () => void
    action: EditedAction
    config: Record<string, unknown>
    /** Another window has saved other settings meanwhile; null: none has. */
    conflict: { showsOwn: boolean; swap: () => void } | null
  }
  /** Why the last attempt did not save. */
  unsaved?: string | null
  children: ReactNode
}

/** Form of an action's settings. */
export function ActionForm({ form, unsaved = null, children }: ActionFormProps) {
  return (
    // The contract schemas validate, with their own messages.
    <form noValidate onSubmit={(event) => void form.submit(event)} className="mt-5">
      <div className="space-y-5">
        {children}
        <DryRunPanel action={form.action} config={form.config} />
      </div>
      <DialogFooter>
        {form.conflict && <ConflictNotice of="settings" {...form.conflict} />}
        {unsaved !== null && <p className="flex-1 basis-full text-sm font-medium sm:basis-0">{unsaved}</p>}
        <Button onClick={form.onClose}>{t('Cancel')}</Button>
        <Button type="submit" tone="primary" busy={form.saving}>
          {form.saving ? t('Saving...') : t('Save configuration')}
        </Button>
      </DialogFooter>
    </form>
  )
}

interface DryRunPanelProps {
  action: EditedAction
  /** As in the form, saved or not. */
  config: Record<string, unknown>
}

const newest = ''

const choiceOf = ({ id, subject, processed_at, ...from }: TestMessage) => ({
  value: id,
  label: t('{subject}, from {sender}, {date}', {
    subject: subjectText(subject),
    sender: senderText(from),
    date: formatDateTime(processed_at),
  }),
})

/** Dry run of the action on one of the folder's last messages. */
function DryRunPanel({ action, config }: DryRunPanelProps) {
  const { data: messages = [] } = useQuery(testMessagesQuery(action.folder_id))
  const [chosen, setChosen] = useState(newest)
  const logId = chosen || undefined
  const test = useDryRun({ folderId: action.folder_id, actionId: action.action_id })
  // A result is shown only while the form has the settings that were tested.
  const isCurrent = test.variables?.config === config && test.variables.logId === logId
  const { data, error } = isCurrent ? test : { data: undefined, error: null }
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (data || error) result.current?.scrollIntoView({ block: 'nearest' })
  }, [data, error])
  return (
    <section aria-label={t('Test run')} className="space-y-3 border-t border-line pt-5 text-sm">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <SelectField
            label={t('Test with')}
            value={chosen}
            choices={[{ value: newest, label: t('The newest email') }, ...messages.map(choiceOf)]}
            onChange={setChosen}
          />
        </div>
        <Button
          size="large"
          icon={<FlaskConical aria-hidden="true" />}
          busy={test.isPending}
          onClick={() => test.mutate({ config, logId })}
        >
          {test.isPending ? t('Testing...') : t('Test')}
        </Button>
      </div>
      <p className="text-muted">{t('An email of this folder. Nothing is changed or sent.')}</p>
      {/* The scroll margins keep it clear of the sticky buttons of the form. */}
      <div ref={result} className="scroll-mt-6 scroll-mb-24">
        {error && (
          <Notice tone="bad" role="alert">
            {messageOf(error)}
          </Notice>
        )}
        {data && <DryRunResult result={data} />}
      </div>
    </section>
  )
}

/** What the action would do with the tested message. */
function DryRunResult({ result: { mail, effects, text, notes } }: { result: DryRun }) {
  return (
    <output className="block space-y-3 rounded-lg border border-line bg-canvas px-4 py-3">
      <p>
        {rich('<muted>With</muted> {subject} <muted>from</muted> {sender}', {
          muted: (content) => <span className="text-muted">{content}</span>,
          subject: <bdi className="font-medium">{subjectText(mail.subject)}</bdi>,
          sender: <bdi>{safeText(mail.from ?? '') || t('Unknown sender')}</bdi>,
        })}
      </p>
      {effects.length > 0 && (
        <ul className="list-disc space-y-1 pl-4">
          {effects.map(({ kind, label }, index) => (
            // Two attachments can have the same name.
            <li key={`${index} ${label}`} className="wrap-anywhere">
              {safeText(kind === 'data' ? label : t(label))}
            </li>
          ))}
        </ul>
      )}
      {text !== null && (
        <p className="rounded-md bg-sunken px-3 py-2 whitespace-pre-wrap wrap-anywhere" dir="auto">
          {text}
        </p>
      )}
      {notes.map((note) => (
        <p key={note} className="wrap-anywhere text-muted">
          {safeText(t(note))}
        </p>
      ))}
    </output>
  )
}
