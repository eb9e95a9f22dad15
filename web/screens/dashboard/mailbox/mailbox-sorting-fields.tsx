import type { MailboxSettings } from '../../../../contract/functions/mailbox-settings.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { ChoiceField } from '../../../ui/choice-field.tsx'
import { RangeField } from '../../../ui/range-field.tsx'
import { SwitchField } from '../../../ui/switch-field.tsx'
import { carefulnessText, settingHints, thresholdRange, whenUnsureChoices } from './mailbox-settings-texts.ts'
import type { MailboxSettingsDraft } from './use-mailbox-settings-draft.ts'

interface MailboxSortingFieldsProps extends Pick<MailboxSettings, 'previewUntil'> {
  draft: MailboxSettingsDraft
  set: (change: Partial<MailboxSettingsDraft>) => void
}

/** Fields that change how the mailbox is sorted. */
export function MailboxSortingFields({ draft, set, previewUntil }: MailboxSortingFieldsProps) {
  return (
    <>
      <RangeField
        label="How careful"
        value={draft.threshold}
        onChange={(threshold) => set({ threshold })}
        range={thresholdRange}
        format={carefulnessText}
        hint={settingHints.threshold}
      />
      <ChoiceField
        legend="When unsure about an email"
        value={draft.whenUnsure}
        choices={whenUnsureChoices}
        onChange={(whenUnsure) => set({ whenUnsure })}
      />
      <SwitchField
        label="Keep mail from people you know in the inbox"
        hint={settingHints.keepKnownPeople}
        checked={draft.keepKnownPeople}
        onChange={(keepKnownPeople) => set({ keepKnownPeople })}
      />
      <SwitchField
        label="Run a folder's actions on mail filed in Outlook, too"
        hint={settingHints.actOnFiled}
        checked={draft.actOnFiled}
        onChange={(actOnFiled) => set({ actOnFiled })}
      />
      {draft.askModel !== null && (
        <SwitchField
          label="Let a language model read mail of this mailbox"
          hint={settingHints.askModel}
          checked={draft.askModel}
          onChange={(askModel) => set({ askModel })}
        />
      )}
      <SwitchField
        label="Preview only, for one day"
        hint={
          previewUntil === null
            ? settingHints.previewOnly
            : `Until ${formatDateTime(previewUntil)} the sorter says where each new email would go, and moves none.`
        }
        checked={draft.previewOnly}
        onChange={(previewOnly) => set({ previewOnly })}
      />
    </>
  )
}
