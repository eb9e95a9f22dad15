import { z } from 'zod'
import type { App } from '../kit/start-app.ts'
import type { ModelMailServer } from './model-mail-server.ts'
import { actingFolder, actionTypes, type ModelAction } from './reference-model.ts'

/** Both have agreed to receive forwarded mail. */
export const destinations = ['books@people.example', 'office@people.example'] as const

const Ids = z.array(z.object({ id: z.string() })).min(1)
const Known = z.array(z.object({ id: z.string(), action_type: z.string() }))

/** The mailbox, and its user's calls of the product. */
interface UserCalls {
  app: App
  mailbox: ModelMailServer['mailbox']
  call: (name: string, body: object) => Promise<boolean>
  table: (query: string, init?: { method: string; body: object }) => Promise<Response>
}

/** The actions of the folder "Invoices": a draft reply, then a forward. */
export class ActionsOfFolder {
  readonly #real: UserCalls
  #folderId = ''
  readonly #actionIds = new Map<string, string>()

  constructor(real: UserCalls) {
    this.#real = real
  }

  async add(): Promise<void> {
    const { app, mailbox } = this.#real
    const folders = `email_folders?select=id&display_name=eq.${actingFolder}&mailbox_id=eq.${mailbox.mailboxId}`
    this.#folderId = Ids.parse(await (await this.#real.table(folders)).json())[0]?.id ?? ''
    const known = Known.parse(await (await this.#real.table('email_actions?select=id,action_type')).json())
    for (const { id, action_type: type } of known) this.#actionIds.set(type, id)
    const now = app.clock.now()
    const addresses = destinations.map((address) => {
      return { user_id: mailbox.user.userId, address, requested_at: now, confirmed_at: now }
    })
    await app.ctx.db.asService((tx) => tx.insertInto('app.forward_addresses').values(addresses).execute())
    for (const [place, type] of actionTypes.entries()) {
      const body = { folder_id: this.#folderId, action_id: this.#actionIds.get(type), action_order: place + 1 }
      await this.#real.table('email_folder_actions', { method: 'POST', body })
    }
    if (!(await this.configure('forward_mail', { destination_email: destinations[0] })))
      throw new Error('The configuration of the forward was refused')
  }

  /** @returns false where it is refused */
  configure(type: ModelAction, config: object): Promise<boolean> {
    const actionId = this.#actionIds.get(type)
    return this.#real.call('email-actions', { action: 'config', folderId: this.#folderId, actionId, config })
  }

  async switch(type: ModelAction, isActive: boolean): Promise<void> {
    const query = `email_folder_actions?folder_id=eq.${this.#folderId}&action_id=eq.${this.#actionIds.get(type)}`
    await this.#real.table(query, { method: 'PATCH', body: { is_active: isActive } })
  }

  /** @returns false where it is refused */
  pause(paused: boolean): Promise<boolean> {
    return this.#real.call('action-runs', { action: 'pause', mailboxId: this.#real.mailbox.mailboxId, paused })
  }

  /** Of the message whose actions have waited longest; null where none waits. */
  async nextLogId(): Promise<string | null> {
    const { app, mailbox } = this.#real
    const row = app.ctx.db.asService((tx) =>
      tx
        .selectFrom('app.pending_action_messages')
        .select('log_id')
        .where('mailbox_id', '=', mailbox.mailboxId)
        .orderBy('next_attempt_at')
        .executeTakeFirst(),
    )
    return (await row)?.log_id ?? null
  }
}
