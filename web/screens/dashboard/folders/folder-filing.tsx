import type { EmailFolder, Filing } from '../../../../contract/tables.ts'
import { useProduct } from '../../../api/product.tsx'
import { useMailboxes } from '../../../features/mailbox/active-mailbox.tsx'
import { folderName } from '../../../lib/folder-name.ts'
import { t, text } from '../../../texts/translate.ts'
import { ChoiceField } from '../../../ui/choice-field.tsx'
import { useFolderSwitches } from './folder-row-cells.tsx'
import { SwitchLine } from './switch-line.tsx'

const markAsRead = { title: text('Mark as read'), text: text('What is filed here counts as read.') }
const setFlag = { title: text('Flag'), text: text('What is filed here gets the flag of your mail program.') }

/** How email is filed into the folder: moved, tagged or both, and what else happens with it. */
export function FolderFiling({ folder, readOnly }: { folder: EmailFolder; readOnly: boolean }) {
  const { busy, toggle } = useFolderSwitches(folder)
  const { active } = useMailboxes()
  const { name: product } = useProduct()
  const name = folderName(folder)
  const cannot = { move: active?.unsupported?.includes('move'), tag: active?.unsupported?.includes('tag') }
  const only = cannot.tag ? 'move' : cannot.move ? 'tag' : null
  const state = { busy, disabled: readOnly }
  return (
    <section
      aria-label={t('How to file into {name}', { name })}
      className="space-y-4 rounded-lg border border-line bg-canvas p-4"
    >
      <ChoiceField
        legend={t('How to file')}
        value={only ?? folder.filing}
        choices={choices(name, product)}
        onChange={(filing) => toggle({ filing })}
        disabled={(filing) => readOnly || (only !== null && filing !== only)}
      />
      {only !== null && <p className="text-sm text-muted">{t(onlyTexts[only])}</p>}
      <SwitchLine
        {...markAsRead}
        {...state}
        label={t('Mark as read: {name}', { name })}
        checked={folder.mark_as_read}
        onChange={(mark_as_read) => toggle({ mark_as_read })}
      />
      <SwitchLine
        {...setFlag}
        {...state}
        label={t('Flag: {name}', { name })}
        checked={folder.set_flag}
        onChange={(set_flag) => toggle({ set_flag })}
      />
    </section>
  )
}

const onlyTexts = {
  move: text('The mail server of this mailbox stores no tags, so email is moved.'),
  tag: text('The mail server of this mailbox cannot move single emails, so they are tagged.'),
}

const choices = (folder: string, name: string): { value: Filing; label: string; hint: string }[] => [
  { value: 'move', label: t('Move'), hint: t('It leaves the inbox.') },
  {
    value: 'tag',
    label: t('Tag'),
    hint: t('It stays in the inbox with the tag “{folder}”. Take the tag off, and {name} learns from that.', {
      folder,
      name,
    }),
  },
  { value: 'both', label: t('Move and tag'), hint: t('It leaves the inbox, and gets the tag “{folder}”.', { folder }) },
]
