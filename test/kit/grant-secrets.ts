import { connectionTokenSealContext } from '../../server/connections/connection-queries.ts'
import { openToken } from '../../server/grants/sealed-tokens.ts'
import { imapPasswordSealContext } from '../../server/mail/imap/account-queries.ts'
import { mailboxTokenSealContext } from '../../server/mail/outlook/token-queries.ts'
import type { App } from './start-app.ts'

/** The tokens and passwords of a user's mailboxes and connected services, by name. */
export async function grantSecrets(app: App, userId: string): Promise<[name: string, secret: string][]> {
  const [mailboxes, connections, accounts] = await app.ctx.db.asService(async (tx) => [
    await tx.selectFrom('app.mailbox_tokens').selectAll().where('user_id', '=', userId).execute(),
    await tx.selectFrom('app.service_connections').selectAll().where('user_id', '=', userId).execute(),
    await tx.selectFrom('app.imap_accounts').selectAll().where('user_id', '=', userId).execute(),
  ])
  const passwords = accounts.map((row): [string, string] => {
    const context = imapPasswordSealContext({ mailboxId: row.mailbox_id, userId })
    return [context, app.ctx.sealer.open(context, row.password_sealed)]
  })
  const sealed = [
    ...mailboxes.map((row) => [mailboxTokenSealContext({ mailboxId: row.mailbox_id, userId }), row] as const),
    ...connections.map((row) => [connectionTokenSealContext({ userId, provider: row.provider }), row] as const),
  ]
  const tokens = sealed.flatMap(([context, row]) =>
    (['access', 'refresh'] as const).map((name): [string, string] => [
      `${context}/${name}`,
      openToken(app.ctx, context, name, row),
    ]),
  )
  return [...tokens, ...passwords]
}
