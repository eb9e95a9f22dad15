import type { MailboxSettings } from '../../../../contract/functions/mailbox-settings.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { ChoiceField } from '../../../ui/choice-field.tsx'
import { RangeField } from '../../../ui/range-field.tsx'
import { SwitchField } from '../../../ui/switch-field.tsx'
import { carefulnessText, settingHints, thresholdRange, whenUnsureChoices } from './mailbox-settings-texts.ts'
import type { MailboxSettingsDraft } from './use-mailbox-settings-draft.ts'
import { t } from '../../../texts/translate.ts'

interface MailboxSortingFieldsProps extends Pick<MailboxSettings, 'previewUntil'> {
  draft: MailboxSettingsDraft
  set: (change: Partial<MailboxSettingsDraft>) => void
}

/** Fields that change how the mailbox is sorted. */
export function MailboxSortingFields({ draft, set, previewUntil }: MailboxSortingFieldsProps) {
  return (
    <>
      <RangeField
        label={t('How careful')}
        value={draft.threshold}
        onChange={(threshold) => set({ threshold })}
        range={thresholdRange}
        format={carefulnessText}
        hint={t(settingHints.threshold)}
      />
      <ChoiceField
        legend={t('When unsure about an email')}
        value={draft.whenUnsure}
        choices={whenUnsureChoices()}
        onChange={(whenUnsure) => set({ whenUnsure })}
      />
      <SwitchField
        label={t('Keep email from people you know in the inbox')}
        hint={t(settingHints.keepKnownPeople)}
        checked={draft.keepKnownPeople}
        onChange={(keepKnownPeople) => set({ keepKnownPeople })}
      />
      <SwitchField
        label={t("Run a folder's actions on email filed in Outlook, too")}
        hint={t(settingHints.actOnFiled)}
        checked={draft.actOnFiled}
        onChange={(actOnFiled) => set({ actOnFiled })}
      />
      {draft.askModel !== null && (
        <SwitchField
          label={t('Let a language model read email of this mailbox')}
          hint={t(settingHints.askModel)}
          checked={draft.askModel}
          onChange={(askModel) => set({ askModel })}
        />
      )}
      <SwitchField
        label={t('Preview only, for one day')}
        hint={
          previewUntil === null
            ? t(settingHints.previewOnly)
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
