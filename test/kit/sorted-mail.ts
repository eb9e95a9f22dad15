import { expect } from 'vitest'
import { z } from 'zod'
import { ProcessingLog } from '../../contract/tables.ts'
import { trainedMailbox } from './trained-mailbox.ts'
import type { ConnectedMailbox } from './mailbox.ts'
import { callFunction } from './outlook.ts'
import type { App } from './start-app.ts'

const Messages = z.array(z.object({ id: z.string(), folder: z.string(), categories: z.array(z.string()) }))
const Refusal = z.object({ error: z.object({ code: z.string() }) })

/** A trained mailbox with its history, and the function `sorted-mail` called as its owner. */
export async function startHistory(app: App) {
  const mailbox = await trainedMailbox(app)
  const who = { token: mailbox.user.accessToken, userId: mailbox.user.userId }
  const folders = await mailbox.rows<{ id: string; folder_name: string }[]>('email_folders?select=id,folder_name')
  const messages = async () => Messages.parse(await app.control('GET', `/control/outlook/${mailbox.email}/messages`))
  const idsOf = () => mailbox.rows<{ id: string; message_id: string }[]>('email_processing_logs?select=id,message_id')

  return {
    mailbox,
    folderId: (name: string): string => folders.find((folder) => folder.folder_name === name)?.id ?? '',
    /** Delivers a message and waits until it is sorted. */
    async deliverAndSort(
      mail: Parameters<ConnectedMailbox['deliver']>[0],
    ): Promise<{ messageId: string; logId: string }> {
      const messageId = await mailbox.deliver(mail)
      let logId = ''
      const ended = async (): Promise<string> => {
        await app.runDueJobs()
        logId = (await idsOf()).find((row) => row.message_id === messageId)?.id ?? ''
        return logId === '' ? 'not there' : (await rowOf(mailbox, logId)).status
      }
      await expect.poll(ended, { interval: 20 }).not.toMatch(/not there|processing/)
      return { messageId, logId }
    },
    /** @returns 'done', 'waiting', or the error code */
    async callSortedMail(input: object): Promise<string> {
      const { body } = await callFunction(app, who, 'sorted-mail', input)
      const refused = Refusal.safeParse(body)
      return refused.success ? refused.data.error.code : body.waiting ? 'waiting' : 'done'
    },
    row: (logId: string) => rowOf(mailbox, logId),
    /** The Outlook folder of a message; null where it is permanently deleted. */
    outlookFolderOf: async (id: string) => (await messages()).find((message) => message.id === id)?.folder ?? null,
    categories: async (id: string) => (await messages()).find((message) => message.id === id)?.categories,
    moveInOutlook: (id: string, folder: string) =>
      app.control('POST', `/control/outlook/${mailbox.email}/messages/${id}/move`, { folder }),
    /** Pending moves and corrections, directly from the tables. */
    requestedMoves: () => app.ctx.db.asService((tx) => tx.selectFrom('app.requested_moves').selectAll().execute()),
    corrections: (messageId: string) =>
      app.ctx.db.asService((tx) =>
        tx.selectFrom('app.corrections').selectAll().where('message_id', '=', messageId).execute(),
      ),
    /** The number of Graph calls that move a message. */
    async moves(): Promise<number> {
      const calls = await app.control('GET', '/control/requests?service=graph')
      const Calls = z.array(z.object({ url: z.string(), method: z.string(), mailbox: z.string().nullish() }))
      return Calls.parse(calls).filter(({ url, mailbox: of }) => url.endsWith('/move') && of === mailbox.email).length
    },
  }
}
export type History = Awaited<ReturnType<typeof startHistory>>

async function rowOf(mailbox: ConnectedMailbox, logId: string): Promise<ProcessingLog> {
  const [row] = await mailbox.rows<unknown[]>(`email_processing_logs?id=eq.${logId}`)
  return ProcessingLog.parse(row)
}
