import type { HistoryEntry } from '../../api/processing-logs.ts'
import type { Command } from '../../lib/commands.ts'
import { subjectText } from '../../lib/message-texts.ts'
import { t } from '../../texts/translate.ts'
import type { Corrections } from './use-corrections.ts'

/** Corrections of the email that is open, for the palette. */
export function emailCommands(entry: HistoryEntry, { likely, undo, move }: Corrections, moveTo: () => void): Command[] {
  const subject = subjectText(entry.subject)
  return [
    ...(undo
      ? [
          {
            name: t('Undo: move “{subject}” back to {folder}', { subject, folder: entry.undo?.folder ?? '' }),
            key: 'Z',
            run: undo,
          },
        ]
      : []),
    ...likely.map((folder, index) => ({
      name: t('Put “{subject}” into {folder}', { subject, folder: folder.name }),
      key: String(index + 1),
      run: () => move(folder),
    })),
    { name: t('Move “{subject}” to…', { subject }), key: 'M', run: moveTo },
  ]
}
