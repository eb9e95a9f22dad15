import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Command, useCommands } from '../../lib/commands.ts'
import { t } from '../../texts/translate.ts'
import { announce } from '../../ui/announcer.tsx'
import { useSingleKeys } from '../../ui/single-keys.ts'
import { focusRow } from './use-row-keys.ts'

/** The answers that were given in a list, which `z` undoes. */
export interface GivenAnswers {
  add: (answer: GivenAnswer) => void
  /** Undone, or refused. */
  remove: (logId: string) => void
}

interface GivenAnswer {
  logId: string
  undo: () => void
}

const none: readonly Command[] = []

/**
 * Keys of a list of emails beside those of its rows.
 * @param hasScreen the screen is about this list: the keys work without a focus in it, too
 */
export function useListKeys(list: RefObject<HTMLElement | null>, hasScreen: boolean): GivenAnswers {
  const [given, setGiven] = useState<readonly GivenAnswer[]>([])
  const [answers] = useState((): GivenAnswers => {
    const without = (before: readonly GivenAnswer[], logId: string) => before.filter((each) => each.logId !== logId)
    return {
      add: (answer) => setGiven((before) => [...without(before, answer.logId), answer]),
      remove: (logId) => setGiven((before) => without(before, logId)),
    }
  })
  const lastRow = useLastRow(list)
  const last = given.at(-1)
  const undo = (): void => {
    if (!last) return announce(t('There is nothing to undo'))
    last.undo()
    const row = list.current?.querySelector(`[data-log="${last.logId}"]`)
    if (row) focusRow(row)
  }
  const step = (isDown: boolean): void => {
    const before = lastRow.current?.isConnected === true ? lastRow.current : null
    const next = isDown ? before?.nextElementSibling : before?.previousElementSibling
    const row = next ?? before ?? list.current?.firstElementChild
    if (row) focusRow(row)
  }
  useSingleKeys((key) => {
    if (!hasScreen && list.current?.contains(document.activeElement) !== true) return false
    if (key === 'z' || key === 'u') undo()
    else if (key === 'j' || key === 'k') step(key === 'j')
    else return false
    return true
  })
  useCommands(last ? [{ name: t('Undo the last answer'), key: 'Z', run: undo }] : none)
  return answers
}

/** The row that had the focus last. */
function useLastRow(list: RefObject<HTMLElement | null>): RefObject<Element | null> {
  const row = useRef<Element | null>(null)
  useEffect(() => {
    const listening = new AbortController()
    const onFocusIn = ({ target }: FocusEvent): void => {
      if (target instanceof Element) row.current = target.closest('[data-log]')
    }
    list.current?.addEventListener('focusin', onFocusIn, listening)
    return () => listening.abort()
  }, [list])
  return row
}
