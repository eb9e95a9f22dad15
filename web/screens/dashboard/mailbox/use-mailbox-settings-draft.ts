import { useState } from 'react'
import { MailboxName, type MailboxSettings } from '../../../../contract/functions/mailbox-settings.ts'
import { t } from '../../../texts/translate.ts'

const draftOf = ({ previewUntil, ...settings }: MailboxSettings) => ({
  name: settings.name,
  threshold: settings.threshold,
  whenUnsure: settings.whenUnsure,
  keepKnownPeople: settings.keepKnownPeople,
  actOnFiled: settings.actOnFiled,
  askModel: settings.askModel,
  previewOnly: previewUntil !== null,
})
export type MailboxSettingsDraft = ReturnType<typeof draftOf>

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
  const validChanges = () => {
    const name = MailboxName.safeParse(draft.name)
    if (!name.success) {
      setNameError(t(name.error.issues[0]?.message ?? ''))
      return null
    }
    const { threshold, whenUnsure, keepKnownPeople, actOnFiled, askModel, previewOnly } = draft
    return {
      ...(name.data !== saved.name && { name: name.data }),
      ...(threshold !== saved.threshold && { threshold }),
      ...(whenUnsure !== saved.whenUnsure && { whenUnsure }),
      ...(keepKnownPeople !== saved.keepKnownPeople && { keepKnownPeople }),
      ...(actOnFiled !== saved.actOnFiled && { actOnFiled }),
      ...(askModel !== null && askModel !== saved.askModel && { askModel }),
      ...(previewOnly !== saved.previewOnly && { previewOnly }),
    }
  }
  return { draft, set, nameError, validChanges }
}
