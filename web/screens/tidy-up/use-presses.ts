import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { EmailKind } from '../../../contract/email-kinds.ts'
import type { TidyUpEmail } from '../../../contract/functions/tidy-up.ts'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { foldersQuery, useCreateFolder } from '../../api/folders.ts'
import { pressesQuery } from '../../api/tidy-up.ts'
import { callsFor, requestPress } from '../../features/mail/press-requests.ts'
import { folderNamed, type Target } from './suggest-folder.ts'

/** What is pressed: the emails of a group that are still open. */
interface Pressed {
  key: string
  /** Of which it answers more than a sender; null: of none. */
  kind: EmailKind | null
  emails: readonly TidyUpEmail[]
}

/** A press in this window. */
export interface Press extends Pressed {
  id: number
  /** Null: they stay in the inbox. */
  target: Target | null
  isMoving: boolean
  /** What the server knows of it: a large press takes several calls. */
  serverIds: readonly string[]
  step: 'sending' | 'sent' | 'undoing'
  /** Ends with all ids of the server once it was sent or has failed. */
  request: Promise<readonly string[]>
}

/** The presses of File and Leave; each can be undone. What fails is offered again, with the reason. */
export function usePresses(mailboxId: string, all: readonly TidyUpEmail[]) {
  const { data: known } = useQuery(pressesQuery(mailboxId))
  const client = useQueryClient()
  const ensureFolder = useEnsureFolder(mailboxId)
  const lastId = useRef(0)
  // One press after the other: the next one may use the folder that this one creates.
  const lastSent = useRef<Promise<unknown>>(Promise.resolve())
  const [made, setMade] = useState<readonly Press[]>([])
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map())
  const update = (id: number, changeOf: (press: Press) => Partial<Press>): void =>
    setMade((before) => before.map((each) => (each.id === id ? { ...each, ...changeOf(each) } : each)))
  const fail = (key: string, error: unknown): void =>
    setFailures((before) => new Map([...before, [key, messageOf(error)]]))

  const send = async (id: number, { key, emails }: Pressed, target: Target | null, move: boolean) => {
    const serverIds: string[] = []
    const sent: TidyUpEmail[] = []
    try {
      const folderId = target && (await ensureFolder(target))
      if (target && folderId !== null) update(id, () => ({ target: { id: folderId, name: target.name } }))
      for (const call of callsFor(emails, all)) {
        const input = { mailboxId, messageIds: call.emails.map(({ messageId }) => messageId), isPart: call.isPart }
        const filing = folderId === null ? null : { folderId, move }
        const [press] = await requestPress(
          client,
          filing ? { action: 'file', ...input, ...filing } : { action: 'leave', ...input },
        )
        if (press) serverIds.push(press.id)
        sent.push(...call.emails)
      }
    } catch (error) {
      fail(key, error)
    }
    // Those that were not sent are offered again.
    if (sent.length === 0) setMade((before) => before.filter((each) => each.id !== id))
    else update(id, ({ step }) => ({ step: step === 'undoing' ? step : 'sent', emails: sent, serverIds }))
    return serverIds
  }
  const stateOf = (id: string) => known?.find((each) => each.id === id)?.state
  /** A press that is undone while it is being sent has no ids yet: its emails are not offered before they are back. */
  const isUndone = ({ serverIds }: Press): boolean =>
    serverIds.length > 0 && serverIds.every((id) => stateOf(id) === 'undone')

  return {
    presses: made.filter((press) => !isUndone(press)),
    failures,
    /** Of the last day, also those of other windows. */
    known,
    /** Files the emails into a folder, or leaves them where the target is null. */
    press: (pressed: Pressed, target: Target | null, isMoving: boolean): void => {
      const id = ++lastId.current
      setFailures((before) => new Map([...before].filter(([key]) => key !== pressed.key)))
      const ended = lastSent.current.then(() => send(id, pressed, target, isMoving))
      lastSent.current = ended
      setMade((before) => [
        ...before,
        { id, ...pressed, target, isMoving, serverIds: [], step: 'sending', request: ended },
      ])
    },
    undo: async ({ id, key, request: sent }: Press): Promise<void> => {
      update(id, () => ({ step: 'undoing' }))
      const serverIds = await sent
      try {
        for (const pressId of serverIds) await requestPress(client, { action: 'undo', mailboxId, pressId })
      } catch (error) {
        update(id, () => ({ step: 'sent' }))
        fail(key, error)
      }
    },
  }
}

/** Creates the folder of a target where it is new. One that another press or window has created is used. */
function useEnsureFolder(mailboxId: string) {
  const client = useQueryClient()
  const create = useCreateFolder(mailboxId)
  return async (target: Target): Promise<string> => {
    if (target.id !== null) return target.id
    const { name: folderName, instructions } = target
    try {
      return (await create.mutateAsync({ mailboxId, folderName, instructions })).folder.id
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'folder_exists') throw error
      const found = folderNamed(await client.fetchQuery({ ...foldersQuery(mailboxId), staleTime: 0 }), folderName)
      if (!found) throw error
      return found.id
    }
  }
}
