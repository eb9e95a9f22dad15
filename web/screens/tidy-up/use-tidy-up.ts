import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { TidyUpEmail } from '../../../contract/functions/tidy-up.ts'
import type { EmailFolder } from '../../../contract/tables.ts'
import { foldersQuery } from '../../api/folders.ts'
import { announce } from '../../ui/announcer.tsx'
import { groupEmails } from '../../features/mail/group-emails.ts'
import { groupTitle } from '../../features/mail/group-texts.ts'
import { nextRow, type Row, rowsOf, visibleRows } from './rows.ts'
import { foldersInMailbox, type Target, targetOf } from './suggest-folder.ts'
import type { InboxScan } from './use-inbox-scan.ts'
import { type Press, usePresses } from './use-presses.ts'
import { t } from '../../texts/translate.ts'

/** Parts of an open group that are shown, and that each press of “Show more” adds. */
const partsPerPage = 20

/** Focuses a row, or the totals for null, after the next render: a dialog that closes gives the focus back before. */
function useRowFocus(): (key: string | null) => void {
  const [wanted, setWanted] = useState<{ key: string | null } | null>(null)
  useEffect(() => {
    if (!wanted) return
    const row = wanted.key === null ? null : document.querySelector(`[data-row="${CSS.escape(wanted.key)}"]`)
    const heading = row ? row.querySelector<HTMLElement>('h3') : document.querySelector<HTMLElement>('[data-keys] h2')
    heading?.focus()
  }, [wanted])
  return (key) => setWanted({ key })
}

/** The groups of the inbox with what was pressed; one of them is current. */
export function useTidyUp(mailboxId: string, { emails }: InboxScan) {
  const groups = useMemo(() => groupEmails(emails), [emails])
  const { data: folders } = useQuery(foldersQuery(mailboxId))
  const { presses, failures, known, press, undo } = usePresses(mailboxId, emails)
  const [opened, setOpened] = useState<ReadonlyMap<string, number>>(new Map())
  const [movesNow, setMovesNow] = useState(true)
  const [currentKey, setCurrentKey] = useState<string | null>(null)
  const focusRow = useRowFocus()

  const rows = rowsOf(groups, { presses, folders: foldersInMailbox(folders ?? []), opened })
  const visible = visibleRows(rows)
  const current = visible.find(({ group }) => group.key === currentKey) ?? visible.find(({ open }) => open.length > 0)
  const show = (key: string, parts: number | null): void =>
    setOpened((before) => {
      const others = [...before].filter(([each]) => each !== key)
      return new Map(parts === null ? others : [...others, [key, parts]])
    })
  const enter = ({ group }: Row): void => setCurrentKey(group.key)
  const answer = (row: Row, target: Target | null): void => {
    const { group, open } = row
    if (open.length === 0) return
    const kind = group.type === 'kind' ? group.kind : null
    press({ key: group.key, kind, emails: open }, target, target !== null && movesNow)
    const title = groupTitle(group, open.length)
    const done = target
      ? t('{group}: into {folder}.', { group: title, folder: target.name })
      : t('{group}: left in the inbox.', { group: title })
    const next = nextRow(rows, row)
    announce(
      next
        ? t('{done} Next: {group}', { done, group: groupTitle(next.group, next.open.length) })
        : t('{done} That was the last one.', { done }),
    )
    show(group.key, null)
    setCurrentKey((next ?? row).group.key)
    focusRow(next?.group.key ?? null)
  }
  const undoPress = (row: Row): void => {
    if (!row.press) return
    announce(t('Undone: {subject}', { subject: groupTitle(row.group, row.press.emails.length) }))
    void undo(row.press)
    enter(row)
    focusRow(row.group.key)
  }
  const examplesKey = ({ id }: EmailFolder): string => `examples ${id}`
  return {
    groups,
    rows,
    visible,
    current: current ?? null,
    known,
    presses,
    failures,
    folders: folders ?? [],
    movesNow,
    setMovesNow,
    enter,
    answer,
    undo: undoPress,
    undoPress: undo,
    /** Not answered yet. */
    open: rows.flatMap((row) => row.open),
    examplesOf: (folder: EmailFolder): Press | undefined => presses.findLast(({ key }) => key === examplesKey(folder)),
    fileExamples: (folder: EmailFolder, examples: readonly TidyUpEmail[]): void =>
      press({ key: examplesKey(folder), kind: null, emails: examples }, targetOf(folder), movesNow),
    /** @returns whether there was a press to undo */
    undoLast(): boolean {
      const last = presses.findLast(({ step }) => step !== 'undoing')
      const row = visible.find(({ press: own }) => own !== null && own === last)
      if (row) undoPress(row)
      else if (last) void undo(last)
      return last !== undefined
    },
    toggle: ({ group, parts }: Row): void => {
      if (group.parts.length > 0) show(group.key, parts ? null : partsPerPage)
    },
    showMore: ({ group, parts }: Row): void => show(group.key, (parts?.length ?? 0) + partsPerPage),
    /** The row above or below gets the focus. */
    step(by: 1 | -1): void {
      const index = visible.findIndex((row) => row === current)
      const row = visible[index + by]
      if (row) focusRow(row.group.key)
    },
  }
}
export type TidyUp = ReturnType<typeof useTidyUp>
