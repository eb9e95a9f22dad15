import { type FormEvent, useState } from 'react'
import { defaultDigestSchedule, type EmailDigestOutput, everyDay } from '../../../contract/functions/email-digest.ts'
import { weekdayName } from '../../../contract/local-days.ts'
import { useSaveEmailDigest } from '../../api/email-digest.ts'
import { formatHour } from '../../lib/format.ts'
import { toastSuccess } from '../../lib/toast.ts'
import { locale, t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { errorMessage } from './error-message.ts'

const hours = Array.from({ length: 24 }, (_, hour) => String(hour))

interface DigestDialogProps {
  digest: EmailDigestOutput
  onClose: () => void
}

/** Asks which emails the user gets, and for the hour and the days of the digest. */
export function DigestDialog({ digest, onClose }: DigestDialogProps) {
  const [isOn, setIsOn] = useState(digest.schedule !== null)
  const [{ hour, days }, setSchedule] = useState(digest.schedule ?? defaultDigestSchedule)
  const [stopEmails, setStopEmails] = useState(digest.stopEmails)
  const [error, setError] = useState<string | null>(null)
  const save = useSaveEmailDigest()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isOn && days.length === 0) {
      setError(t('Choose at least one day.'))
      return
    }
    setError(null)
    save.mutate(
      { schedule: isOn ? { hour, days } : null, stopEmails },
      {
        onSuccess: (saved) => {
          toastSuccess(t('Emails to you saved'), nextStep(saved))
          onClose()
        },
        onError: (failure) => setError(errorMessage(failure)),
      },
    )
  }
  return (
    <Dialog
      onClose={onClose}
      title={t('Emails to you')}
      description={t('A digest reports what has happened since the one before. Its time is that of your time zone.')}
    >
      <form onSubmit={submit} noValidate className="mt-5 space-y-5">
        <SwitchField label={t('Send me the digest')} checked={isOn} onChange={setIsOn} />
        {isOn && (
          <>
            <SelectField
              label={t('Time')}
              value={String(hour)}
              choices={hours.map((value) => ({ value, label: formatHour(Number(value)) }))}
              onChange={(value) => setSchedule({ hour: Number(value), days })}
            />
            <DaysField days={days} onChange={(chosen) => setSchedule({ hour, days: chosen })} />
          </>
        )}
        <div className="border-t border-line pt-5">
          <SwitchField
            label={t('Email me when sorting stops')}
            hint={t('When a mailbox has not been sorted for an hour, and when it is sorted again.')}
            checked={stopEmails}
            onChange={setStopEmails}
          />
        </div>
        <ErrorNotice className="mt-4">{error}</ErrorNotice>
        <div className="flex flex-wrap justify-end gap-2">
          <DialogClose>{t('Cancel')}</DialogClose>
          <Button type="submit" tone="primary" busy={save.isPending}>
            {t('Save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const DaysField = ({ days, onChange }: { days: number[]; onChange: (days: number[]) => void }) => (
  <fieldset>
    <legend className="mb-1.5 text-sm font-medium">{t('Days')}</legend>
    <div className="grid grid-cols-2 gap-x-4">
      {everyDay.map((day) => (
        <label key={day} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
          <input
            type="checkbox"
            checked={days.includes(day)}
            onChange={({ target }) =>
              onChange(everyDay.filter((each) => (each === day ? target.checked : days.includes(each))))
            }
            className="size-4.5 cursor-pointer accent-accent"
          />
          {weekdayName(day, locale())}
        </label>
      ))}
    </div>
  </fieldset>
)

function nextStep({ schedule, needsConfirmation }: EmailDigestOutput): string {
  if (schedule === null) return t('No digest is sent.')
  return needsConfirmation
    ? t('Confirm your address first: open the link that was sent to you. The digest starts then.')
    : t('The digest is sent only when there is something to report.')
}
