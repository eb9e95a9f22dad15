import { useState } from 'react'
import type { Mailbox } from '../../../contract/connected-mailbox.ts'
import { UndoDialog } from '../../features/undo/undo-dialog.tsx'
import { now } from '../../lib/clock.ts'
import { dayOf, timeZone } from '../../lib/time-zone.ts'
import { t } from '../../texts/translate.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface UndoDayDialogProps {
  mailboxes: readonly Mailbox[]
  /** Preselected; undefined: the history shows several mailboxes. */
  mailboxId: string | undefined
  day: string | undefined
  onClose: () => void
}

/** Undoes the sorting of a whole day in one mailbox, independently of the other filters. */
export function UndoDayDialog({ mailboxes, mailboxId, day, onClose }: UndoDayDialogProps) {
  const today = dayOf(now())
  const [chosenDay, setChosenDay] = useState(day ?? today)
  const [chosenId, setChosenId] = useState(mailboxId ?? mailboxes[0]?.id ?? '')
  return (
    <UndoDialog
      mailboxId={chosenId}
      what={chosenDay === '' ? null : { kind: 'day', day: chosenDay, timeZone: timeZone() }}
      title={t('Undo a Day')}
      about={t('All emails of one day that were sorted into a folder, in this mailbox')}
      fields={
        <div className="mb-4 grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField
            label={t('Day')}
            type="date"
            required
            value={chosenDay}
            max={today}
            onChange={(event) => setChosenDay(event.target.value)}
          />
          {mailboxes.length > 1 && (
            <SelectField
              label={t('Mailbox')}
              value={chosenId}
              choices={mailboxes.map((mailbox) => ({ value: mailbox.id, label: mailbox.email_address }))}
              onChange={setChosenId}
            />
          )}
        </div>
      }
      onClose={onClose}
    />
  )
}
