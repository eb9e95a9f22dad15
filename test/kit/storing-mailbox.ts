import { z } from 'zod'
import type { FileProvider } from '../../contract/providers.ts'
import { actingMailbox } from './acting-mailbox.ts'
import { byPath, sandboxNames } from './file-stores.ts'
import { connectService } from './services.ts'
import type { App } from './start-app.ts'

/** A mailbox whose folder "Bills" stores attachments in a connected service of the sandbox. */

const Files = z.array(z.object({ account: z.string(), path: z.string(), sha256: z.string() }))

export async function storingMailbox(app: App, provider: FileProvider) {
  const type = `store_attachment_${provider}` as const
  const acting = await actingMailbox(app, [type])
  const email = await connectService(app, acting.who, provider)
  const service = sandboxNames[provider]
  return {
    ...acting,
    provider,
    type,
    service,
    /** The account at the service. */
    email,
    /** Signs in again first, because the previous session may have expired. */
    async reconnect(): Promise<void> {
      const { accessToken, userId } = await acting.mailbox.signInAgain()
      await connectService(app, { token: accessToken, userId }, provider, email)
    },
    configureStore: (config: object) => acting.configure(type, config),
    testStore: (config: object, logId?: string) =>
      acting.mailbox.call('action-runs', {
        action: 'test',
        folderId: acting.folderId,
        actionId: acting.actionId(type),
        config,
        ...(logId === undefined ? {} : { logId }),
      }),
    /** The files in the account: `{ path: sha256 }`. */
    async stored(): Promise<Record<string, string>> {
      const all = Files.parse(await app.control('GET', `/control/${service}`))
      return byPath(all.filter(({ account }) => account === email))
    },
    attachmentRows: () =>
      app.ctx.db.asService((tx) =>
        tx
          .selectFrom('app.stored_attachments')
          .select(['name', 'folder_path', 'state', 'reason', 'size', 'url', 'session_sealed'])
          .where('user_id', '=', acting.who.userId)
          .orderBy('created_at')
          .execute(),
      ),
  }
}
export type StoringMailbox = Awaited<ReturnType<typeof storingMailbox>>

/** A file attachment. */
export const attached = (name: string, content: string | Uint8Array = `content of ${name}`, more: object = {}) => ({
  name,
  contentType: 'application/octet-stream',
  contentBytes: Buffer.from(content).toString('base64'),
  ...more,
})
