import type { EmailFolder } from '../../../../contract/tables.ts'
import { folderName } from '../../../lib/folder-name.ts'
import { Switch } from '../../../ui/switch.tsx'
import { useFolderSwitches } from './folder-row-cells.tsx'
import { columnTexts } from './folder-column-texts.ts'
import { t, text } from '../../../texts/translate.ts'

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
export function FolderSwitchFields({ folder, readOnly, hasAll }: FolderSwitchFieldsProps) {
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
            emphasis="off"
            checked={folder.active}
            onChange={(active) => toggle({ active })}
          />
          <SwitchLine
            {...columnTexts.includeInAi}
            {...state}
            label={t('Include in AI: {name}', { name })}
            emphasis="off"
            checked={folder.include_in_ai}
            onChange={(include_in_ai) => toggle({ include_in_ai })}
          />
        </>
      )}
      <SwitchLine
        {...securityEmail}
        {...state}
        label={t('File security email, too: {name}', { name })}
        emphasis="on"
        checked={folder.include_security_email}
        onChange={(include_security_email) => toggle({ include_security_email })}
      />
    </section>
  )
}

interface SwitchLineProps {
  title: string
  text: string
  label: string
  checked: boolean
  busy: boolean
  disabled: boolean
  emphasis: 'on' | 'off'
  onChange: (checked: boolean) => void
}

const SwitchLine = ({ title, text: explanation, ...control }: SwitchLineProps) => (
  <div className="flex items-center justify-between gap-4">
    <p>
      <span className="font-medium">{t(title)}</span>
      <span className="block text-muted">{t(explanation)}</span>
    </p>
    <Switch {...control} />
  </div>
)
