import { type FormEvent, useId, useRef, useState } from 'react'
import { MailboxName, type MailboxSettings } from '../../../../contract/functions/mailbox-settings.ts'
import { mailboxNameMaxLength } from '../../../../contract/limits.ts'
import type { Mailbox } from '../../../../contract/mailbox.ts'
import { explain } from '../../../api/api-error.ts'
import { useSaveMailboxSettings } from '../../../api/mailbox-settings.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { toastError, toastSuccess } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { RangeField } from '../../../ui/range-field.tsx'
import { SwitchField } from '../../../ui/switch-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { MailboxSettingsNow } from './mailbox-settings-now.tsx'
import { MailboxSettingsPermissions } from './mailbox-settings-permissions.tsx'
import { carefulness, thresholdRange, whenUnsureChoices } from './mailbox-settings-words.ts'

interface MailboxSettingsFormProps {
  settings: MailboxSettings
  mailbox: Mailbox
  onClose: () => void
}

export function MailboxSettingsForm({ settings, mailbox, onClose }: MailboxSettingsFormProps) {
  const save = useSaveMailboxSettings(mailbox.id)
  const [name, setName] = useState(settings.name)
  const [threshold, setThreshold] = useState(settings.threshold)
  const [whenUnsure, setWhenUnsure] = useState(settings.whenUnsure)
  const [keepKnownPeople, setKeepKnownPeople] = useState(settings.keepKnownPeople)
  const [actOnFiled, setActOnFiled] = useState(settings.actOnFiled)
  const [askModel, setAskModel] = useState(settings.askModel)
  const [previewOnly, setPreviewOnly] = useState(settings.previewUntil !== null)
  const [problem, setProblem] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const checked = MailboxName.safeParse(name)
    if (!checked.success) {
      setProblem(checked.error.issues[0]?.message ?? null)
      return field.current?.focus()
    }
    // Only what was changed here: another window may have changed the rest.
    const changes = {
      ...(checked.data === settings.name ? {} : { name: checked.data }),
      ...(threshold === settings.threshold ? {} : { threshold }),
      ...(whenUnsure === settings.whenUnsure ? {} : { whenUnsure }),
      ...(keepKnownPeople === settings.keepKnownPeople ? {} : { keepKnownPeople }),
      ...(actOnFiled === settings.actOnFiled ? {} : { actOnFiled }),
      ...(askModel === null || askModel === settings.askModel ? {} : { askModel }),
      ...(previewOnly === (settings.previewUntil !== null) ? {} : { previewOnly }),
    }
    if (Object.keys(changes).length === 0) return onClose()
    save.mutate(changes, {
      onSuccess: () => {
        toastSuccess('Settings saved')
        onClose()
      },
      onError: (error) =>
        toastError('Update Failed', explain(error, 'Failed to update mailbox settings. Please try again.')),
    })
  }

  return (
    <form noValidate onSubmit={submit} className="mt-5">
      <div className="space-y-5">
        <TextField
          label="Name"
          ref={field}
          name="mailbox-name"
          autoComplete="off"
          maxLength={mailboxNameMaxLength}
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.target.value)
            setProblem(null)
          }}
        />
        <RangeField
          label="How careful"
          value={threshold}
          onChange={setThreshold}
          range={thresholdRange}
          format={carefulness}
          hint="How sure the sorter must be before it moves an email. More careful: more stays in your inbox, less lands in a wrong folder."
        />
        <WhenUnsureChoice value={whenUnsure} onChange={setWhenUnsure} />
        <SwitchField
          label="Keep mail from people you know in the inbox"
          hint="People you have written to yourself. Your own conditions, and what you teach about a sender, go before this."
          checked={keepKnownPeople}
          onChange={setKeepKnownPeople}
        />
        <SwitchField
          label="Run a folder's actions on mail filed in Outlook, too"
          hint="Mail that you or a rule in Outlook puts into a folder, if it arrives from now on. Each action runs once for an email."
          checked={actOnFiled}
          onChange={setActOnFiled}
        />
        {askModel !== null && (
          <SwitchField
            label="Let a language model read mail of this mailbox"
            hint="Where the sorter is unsure, and for drafts and data that your actions ask for. Off: your mail goes to no language model; drafts come from templates."
            checked={askModel}
            onChange={setAskModel}
          />
        )}
        <SwitchField
          label="Preview only, for one day"
          hint={
            settings.previewUntil === null
              ? 'The sorter says in the history where each new email would go, and moves none. It counts as sorted, once.'
              : `Until ${formatDateTime(settings.previewUntil)} the sorter says where each new email would go, and moves none.`
          }
          checked={previewOnly}
          onChange={setPreviewOnly}
        />
        <MailboxSettingsNow mailbox={mailbox} realTime={settings.realTime} />
        <MailboxSettingsPermissions permissions={settings.permissions} />
      </div>
      <div className="sticky -bottom-6 -mx-6 mt-6 -mb-6 flex flex-wrap justify-end gap-2 border-t border-line bg-surface px-6 py-4">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" tone="primary" busy={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save Settings'}
        </Button>
      </div>
    </form>
  )
}

type WhenUnsure = MailboxSettings['whenUnsure']

function WhenUnsureChoice({ value, onChange }: { value: WhenUnsure; onChange: (value: WhenUnsure) => void }) {
  const group = useId()
  return (
    <fieldset className="space-y-2.5 text-sm">
      <legend className="mb-1.5 font-medium">When unsure about an email</legend>
      {whenUnsureChoices.map((choice) => (
        <label key={choice.value} className="flex gap-3">
          <input
            type="radio"
            name={group}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            aria-describedby={`${group}-${choice.value}`}
            aria-label={choice.label}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span>
            {choice.label}
            <span id={`${group}-${choice.value}`} className="block text-muted">
              {choice.hint}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
