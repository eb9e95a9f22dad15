import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { foldersQuery } from '../../../api/folders.ts'
import { cx } from '../../../ui/cx.ts'
import { type DescribedFolder, senderRuleTexts } from './sender-rule-texts.ts'

interface SenderRulesProps {
  mailboxId: string
  /** Null for a folder that is not created yet. */
  folderId: string | null
  /** Of the folder. */
  name: string
  text: string
}

export function SenderRulesList({ mailboxId, folderId, name, text }: SenderRulesProps) {
  const settled = useSettled(text)
  const { data: folders } = useQuery(foldersQuery(mailboxId))
  const others = useMemo(
    () =>
      (folders ?? [])
        .filter(({ id, active, include_in_ai }) => id !== folderId && active && include_in_ai)
        .map(({ folder_name, instructions }): DescribedFolder => ({ name: folder_name, instructions })),
    [folders, folderId],
  )
  const found = useMemo(() => senderRuleTexts({ name, instructions: settled }, others), [name, settled, others])
  return (
    // Announced as a whole: the sentences belong together. Rendered without lines too, because screen readers announce
    // changes of a live region only if it was there before.
    <output aria-live="polite" aria-atomic="true" className="grid gap-1 text-sm text-pretty not-empty:mt-2">
      {found.map(({ tone, text }) => (
        <span key={text} className={cx('wrap-anywhere', tone === 'warn' ? 'text-warn' : 'text-muted')}>
          {text}
        </span>
      ))}
    </output>
  )
}

/** Pause in typing after which the editor reports the senders that it read. */
const senderRulesDelayMs = 400

/** The text after a pause in typing, so that half an address is neither shown nor announced. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), senderRulesDelayMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
