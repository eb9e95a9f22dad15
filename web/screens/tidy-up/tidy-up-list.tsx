import { useState } from 'react'
import { KeysBar } from '../../features/keys/keys-bar.tsx'
import { onDemand } from '../../lib/on-demand.tsx'
import { t, text } from '../../texts/translate.ts'
import { announce } from '../../ui/announcer.tsx'
import { type Shortcut, useHasSingleKeys, useSingleKeys } from '../../ui/single-keys.ts'
import { GroupRow, type RowActions } from './group-row.tsx'
import type { Row } from './rows.ts'
import type { TidyUp } from './use-tidy-up.ts'

const TargetDialogs = onDemand(async () => (await import('./tidy-up-dialogs.tsx')).TargetDialogs, {
  failed: ({ onClose }) => onClose(),
})

const shortcuts: readonly Shortcut[] = [
  { names: ['J', '↓'], effect: text('Next group') },
  { names: ['K', '↑'], effect: text('Previous group') },
  { names: ['F', 'Enter'], effect: text('File all') },
  { names: ['C'], effect: text('Choose a folder') },
  { names: ['L'], effect: text('Leave in the inbox') },
  { names: ['O', '→'], effect: text('Open') },
  { names: ['Z', 'U'], effect: text('Undo the last answer') },
]

/** The groups with their answers, by button and by key. */
export function TidyUpList({ mailboxId, tidyUp }: { mailboxId: string; tidyUp: TidyUp }) {
  const hasKeys = useHasSingleKeys()
  const [asking, setAsking] = useState<{ row: Row; isNew: boolean } | null>(null)
  const choose = (row: Row): void => setAsking({ row, isNew: false })
  const actions: RowActions = {
    choose,
    file: (row) => (row.suggestion ? tidyUp.answer(row, row.suggestion) : choose(row)),
    leave: (row) => tidyUp.answer(row, null),
    toggle: tidyUp.toggle,
    showMore: tidyUp.showMore,
    undo: tidyUp.undo,
    change: (row) => setAsking({ row, isNew: true }),
    enter: tidyUp.enter,
  }
  useSingleKeys((key) => handleKey(key, tidyUp, actions))
  return (
    <>
      <ul aria-label={t('Groups of emails')}>
        {tidyUp.rows.map((row) => (
          <GroupRow
            key={row.group.key}
            row={row}
            currentKey={hasKeys ? (tidyUp.current?.group.key ?? null) : null}
            known={tidyUp.known ?? []}
            failures={tidyUp.failures}
            actions={actions}
          />
        ))}
      </ul>
      <div className="bottom-0 rounded-b-xl bg-surface lg:sticky">
        <KeysBar shortcuts={shortcuts} />
      </div>
      {asking && (
        <TargetDialogs
          mailboxId={mailboxId}
          row={asking.row}
          isNew={asking.isNew}
          onClose={() => setAsking(null)}
          onChoose={(target) => tidyUp.answer(asking.row, target)}
        />
      )}
    </>
  )
}

/** @returns whether the key is a shortcut */
function handleKey(key: string, tidyUp: TidyUp, actions: RowActions): boolean {
  if (key === 'u' || key === 'z') {
    if (!tidyUp.undoLast()) announce(t('There is nothing to undo'))
    return true
  }
  if (key === 'arrowdown' || key === 'j' || key === 'arrowup' || key === 'k') {
    tidyUp.step(key === 'arrowdown' || key === 'j' ? 1 : -1)
    return true
  }
  const row = tidyUp.current
  if (!row) return false
  const opensFirst = row.group.type === 'mixed' || row.group.type === 'other'
  if (key === 'o' || (opensFirst && key === 'enter') || key === (row.parts ? 'arrowleft' : 'arrowright'))
    actions.toggle(row)
  else if (key === 'f' || key === 'enter') actions.file(row)
  else if (key === 'c') actions.choose(row)
  else if (key === 'l') actions.leave(row)
  else return false
  return true
}
