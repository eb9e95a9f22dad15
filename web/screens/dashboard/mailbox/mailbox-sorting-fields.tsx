import { useState } from 'react'
import {
  MailboxName,
  type MailboxSettings,
  SettingsChange,
  type WhenUnsure,
} from '../../../../contract/functions/mailbox-settings.ts'
import { maxConfidenceThreshold, minConfidenceThreshold, unsureCategory } from '../../../../contract/limits.ts'
import { useProduct } from '../../../api/product.tsx'
import { fileWhenChoices, FilingTimeFields } from '../../../features/mailbox/filing-time-fields.tsx'
import { formatDateTime, formatPercent } from '../../../lib/format.ts'
import { t, text, tn } from '../../../texts/translate.ts'
import { ChoiceField } from '../../../ui/choice-field.tsx'
import { RangeField } from '../../../ui/range-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { SwitchField } from '../../../ui/switch-field.tsx'

const confidenceThresholdStep = 0.05

interface MailboxSortingFieldsProps extends Pick<MailboxSettings, 'previewUntil'> {
  draft: MailboxSettingsDraft
  /** The mailbox stores tags. */
  canTag: boolean
  set: (change: Partial<MailboxSettingsDraft>) => void
}

/** Fields that change how the mailbox is sorted. */
export function MailboxSortingFields({ draft, canTag, set, previewUntil }: MailboxSortingFieldsProps) {
  const { name } = useProduct()
  return (
    <>
      <RangeField
        label={t('How careful')}
        value={draft.threshold}
        onChange={(threshold) => set({ threshold })}
        range={thresholdRange}
        format={carefulnessText}
        hint={t(
          'How sure {name} must be before it moves an email. More careful: more stays in your inbox, less lands ' +
            'in a wrong folder.',
          { name },
        )}
      />
      <ChoiceField
        legend={t('When unsure about an email')}
        value={draft.whenUnsure}
        choices={whenUnsureChoices()}
        onChange={(whenUnsure) => set({ whenUnsure })}
      />
      <ChoiceField
        legend={t('When to file sorted email')}
        value={draft.fileWhen}
        choices={fileWhenChoices()}
        onChange={(fileWhen) => set({ fileWhen })}
      />
      <FilingTimeFields schedule={draft} onChange={set} />
      <p className="-mt-2.5 text-sm text-muted">
        {draft.fileWhen === 'at_once'
          ? t('A code or link to sign in waits until you have read it.')
          : canTag
            ? t(
                'The history shows at once where an email will go. In your mail program it has a tag with the name ' +
                  'of the folder: take that off to keep the email in the inbox. A code or link to sign in waits ' +
                  'until you have read it.',
              )
            : t(
                'The history shows at once where an email will go. A code or link to sign in waits until you have ' +
                  'read it.',
              )}
      </p>
      <SwitchField
        label={t('Keep email from people you know in the inbox')}
        hint={t('People you have written to. Your conditions and your corrections of a sender come first.')}
        checked={draft.keepKnownPeople}
        onChange={(keepKnownPeople) => set({ keepKnownPeople })}
      />
      <FollowUpFields draft={draft} set={set} />
      <SwitchField
        label={t("Run a folder's actions on email filed elsewhere, too")}
        hint={t(
          'Email that you or a rule of your mailbox puts into a folder, if it arrives from now on. Each action ' +
            'runs once per email.',
        )}
        checked={draft.actOnFiled}
        onChange={(actOnFiled) => set({ actOnFiled })}
      />
      {draft.askModel !== null && (
        <SwitchField
          label={t('Let a language model read email of this mailbox')}
          hint={t(
            'Where {name} is unsure, and for drafts and data that your actions need. Off: your emails go to no ' +
              'language model; drafts come from templates.',
            { name },
          )}
          checked={draft.askModel}
          onChange={(askModel) => set({ askModel })}
        />
      )}
      <SwitchField
        label={t('Preview only, for one day')}
        hint={
          previewUntil === null
            ? t(
                'The history shows where each new email would go; nothing is moved. Previewed emails count ' +
                  'towards your monthly limit.',
              )
            : t('Until {date} the history shows where each new email would go; nothing is moved.', {
                date: formatDateTime(previewUntil),
              })
        }
        checked={draft.previewOnly}
        onChange={(previewOnly) => set({ previewOnly })}
      />
    </>
  )
}

/** Days that are chosen when follow-up is switched on, and to choose from. */
const defaultFollowUpDays = 3
const followUpChoices = [1, 2, 3, 4, 5, 7, 10, 14, 21, 30]

function FollowUpFields({ draft, set }: Pick<MailboxSortingFieldsProps, 'draft' | 'set'>) {
  const { followUpDays, keepKnownPeople } = draft
  const choices = new Set([...followUpChoices, ...(followUpDays === null ? [] : [followUpDays])])
  return (
    <>
      <SwitchField
        label={t('Follow up on email without an answer')}
        hint={
          keepKnownPeople
            ? t(
                'The overview and the digest list email that you send from now on and that gets no answer, and ' +
                  'questions of people you know that you have not answered after a day.',
              )
            : t('Needs the switch above: without it your sent email is not read.')
        }
        disabled={!keepKnownPeople}
        checked={keepKnownPeople && followUpDays !== null}
        onChange={(isOn) => set({ followUpDays: isOn ? defaultFollowUpDays : null })}
      />
      {keepKnownPeople && followUpDays !== null && (
        <SelectField
          label={t('No answer after')}
          value={String(followUpDays)}
          choices={[...choices]
            .toSorted((a, b) => a - b)
            .map((value) => ({ value: String(value), label: tn(value, '{count} day', '{count} days') }))}
          onChange={(value) => set({ followUpDays: Number(value) })}
        />
      )}
    </>
  )
}

const thresholdRange = {
  min: minConfidenceThreshold,
  max: maxConfidenceThreshold,
  step: confidenceThresholdStep,
}

/** Confidence threshold below which a label applies. */
const carefulnessLevels: [below: number, label: string][] = [
  [0.45, text('Least careful ({percent} sure)')],
  [0.575, text('Less careful ({percent} sure)')],
  [0.725, text('Balanced ({percent} sure)')],
  [0.875, text('More careful ({percent} sure)')],
]

/** Describes a confidence threshold. */
function carefulnessText(threshold: number): string {
  const label = carefulnessLevels.find(([below]) => threshold < below)?.[1] ?? text('Most careful ({percent} sure)')
  return t(label, { percent: formatPercent(threshold) })
}

const whenUnsureChoices = (): { value: WhenUnsure; label: string; hint: string }[] => [
  { value: 'leave', label: t('Leave it in the inbox'), hint: t('Unchanged. The history says why.') },
  {
    value: 'categorize',
    label: t('Leave it, with the category “{category}”', { category: unsureCategory }),
    hint: t('So that you find it in your mail program too.'),
  },
]

const draftOf = ({ previewUntil, ...settings }: MailboxSettings) => ({
  ...settings,
  previewOnly: previewUntil !== null,
})
type MailboxSettingsDraft = ReturnType<typeof draftOf>

/** The settings as edited in the form. */
export function useMailboxSettingsDraft(settings: MailboxSettings) {
  const saved = draftOf(settings)
  const [draft, setDraft] = useState(saved)
  const [nameError, setNameError] = useState<string | null>(null)

  const set = (change: Partial<MailboxSettingsDraft>): void => {
    setDraft((before) => ({ ...before, ...change }))
    if (change.name !== undefined) setNameError(null)
  }
  /**
   * Only the changed settings, since another window can have changed the others.
   * @returns null if the name is invalid; its field then shows the error
   */
  const validChanges = (): SettingsChange | null => {
    const name = MailboxName.safeParse(draft.name)
    if (!name.success) {
      setNameError(t(name.error.issues[0]?.message ?? ''))
      return null
    }
    const changed = { ...draft, name: name.data }
    const names = SettingsChange.keyof().options.filter((setting) => changed[setting] !== saved[setting])
    return Object.fromEntries(names.map((setting) => [setting, changed[setting]]))
  }
  return { draft, set, nameError, validChanges }
}
