import { useMailboxes } from '../../features/mailbox/active-mailbox.tsx'
import { t } from '../../texts/translate.ts'
import type { HistorySearch } from './history-search.ts'
import { reasonChoices, statusChoices } from './history-texts.ts'
import { useFolderChoices } from './use-folder-choices.ts'

/** On paper: which mailbox and which emails the list is about. */
export function HistoryPrintHeader({ search }: { search: HistorySearch }) {
  const { list } = useMailboxes()
  const folders = useFolderChoices(search.mailbox)
  const mailboxes = list.filter(({ id }) => search.mailbox === undefined || id === search.mailbox)
  const facts = [
    [t('Mailbox'), mailboxes.map(({ email_address }) => email_address).join(', ')],
    [t('Search'), search.search],
    [t('Status'), translatedLabel(statusChoices, search.status)],
    [t('Reason'), translatedLabel(reasonChoices, search.reason)],
    [t('Folder'), search.folder && folders.find(({ value }) => value === search.folder)?.label],
    [t('From'), search.from],
    [t('To'), search.to],
  ] as const
  return (
    <dl className="mb-4 hidden flex-wrap gap-x-6 text-sm print:flex">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} className="flex gap-1.5">
              <dt className="text-muted">{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

const translatedLabel = (
  choices: readonly { value: string; label: string }[],
  value: string | undefined,
): string | undefined => {
  const choice = value && choices.find((each) => each.value === value)
  return choice ? t(choice.label) : undefined
}
