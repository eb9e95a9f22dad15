import type { EmailFolder } from '../../../../contract/tables.ts'
import { folderName } from '../../../lib/folder-name.ts'
import { Switch } from '../../../ui/switch.tsx'
import { useFolderSwitches } from './folder-row-cells.tsx'
import { columnTexts } from './folder-column-texts.ts'
import { t } from '../../../texts/translate.ts'

/** The switches of a folder in its opened row, on screens without room for their columns. */
export function FolderSwitchFields({ folder, readOnly }: { folder: EmailFolder; readOnly: boolean }) {
  const { busy, toggle } = useFolderSwitches(folder)
  const name = folderName(folder)
  return (
    <section
      aria-label={t('Switches of {name}', { name })}
      className="space-y-4 rounded-lg border border-line bg-canvas p-4"
    >
      <SwitchLine
        {...columnTexts.active}
        label={t('Active: {name}', { name })}
        checked={folder.active}
        busy={busy}
        disabled={readOnly}
        onChange={(active) => toggle({ active })}
      />
      <SwitchLine
        {...columnTexts.includeInAi}
        label={t('Include in AI: {name}', { name })}
        checked={folder.include_in_ai}
        busy={busy}
        disabled={readOnly}
        onChange={(include_in_ai) => toggle({ include_in_ai })}
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
  onChange: (checked: boolean) => void
}

const SwitchLine = ({ title, text, ...control }: SwitchLineProps) => (
  <div className="flex items-center justify-between gap-4">
    <p>
      <span className="font-medium">{t(title)}</span>
      <span className="block text-muted">{t(text)}</span>
    </p>
    <Switch emphasis="off" {...control} />
  </div>
)
