import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { type TidyUpEmail, type TidyUpInput, TidyUpOutput, type TidyUpPress } from '../../contract/functions/tidy-up.ts'
import { progressPollMs } from '../limits.ts'
import { unexpectedResponse } from './api-error.ts'
import { callFunction } from './call-function.ts'

const name = 'tidy-up'

interface ScannedPage {
  emails: TidyUpEmail[]
  read: number
  total: number
  next: string | null
  unknownFolderIds: string[]
}

/** @param from `next` of the former page, null for the first */
export async function scanInbox(mailboxId: string, from: string | null, signal: AbortSignal): Promise<ScannedPage> {
  const page = await callFunction(name, { action: 'scan', mailboxId, from }, TidyUpOutput, signal)
  if (!('emails' in page)) throw unexpectedResponse()
  return page
}

type PressInput = Exclude<z.input<typeof TidyUpInput>, { action: 'scan' }>

/** @returns the presses of the last day, newest first: after a press it is the first one */
export async function requestPresses(input: PressInput): Promise<TidyUpPress[]> {
  const answer = await callFunction(name, input, TidyUpOutput)
  if (!('presses' in answer)) throw unexpectedResponse()
  return answer.presses
}

const isBusy = ({ state }: TidyUpPress): boolean => state === 'running' || state === 'undoing'

/** The presses of the last day. Polled while emails are moved: live events may be lost. */
export const pressesQuery = (mailboxId: string) =>
  queryOptions({
    queryKey: [name, mailboxId],
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data?.some(isBusy) ? progressPollMs : false),
    queryFn: () => requestPresses({ action: 'status', mailboxId }),
  })
