import {
  accessTokenOf,
  callFunction,
  addMailbox,
  newMailbox,
  signUp,
  type Visitor,
} from '../../../../test/kit/outlook.ts'
import type { App } from '../../../../test/kit/start-app.ts'
import { findFolders } from '../folder-queries.ts'

interface Connected {
  who: Visitor
  mailboxId: string
  email: string
}

/** Mailboxes in the sandbox, with what a user and Outlook do to their folders. */
export function connectedFolders(app: App) {
  async function connected(folders: unknown[] = []): Promise<Connected> {
    const who = await signUp(app)
    const email = await newMailbox(app, { folders })
    return { who, email, mailboxId: await addMailbox(app, who.userId, email) }
  }

  const rowsOf = ({ mailboxId }: Connected) => app.ctx.db.asService((tx) => findFolders(tx, mailboxId))
  const rowOf = async (at: Connected, path: string) => (await rowsOf(at)).find((row) => row.display_name === path)
  const pathsOf = async (at: Connected) => (await rowsOf(at)).map((row) => row.display_name).sort()
  const sync = ({ who, mailboxId }: Connected) =>
    callFunction(app, who, 'mail-graph', { action: 'sync-folders', mailboxId })
  const create = ({ who, mailboxId }: Connected, folderName: unknown) =>
    callFunction(app, who, 'mail-graph', { action: 'create-folder', mailboxId, folderName })
  const instruct = (id: string, instructions: string) =>
    app.ctx.db.asService((tx) => tx.updateTable('email_folders').set({ instructions }).where('id', '=', id).execute())

  /** What the user does in Outlook, through Graph. */
  async function inOutlook(
    { mailboxId }: Connected,
    method: string,
    path: string,
    body?: object,
  ): Promise<{ id: string }> {
    const token = await accessTokenOf(app.ctx, mailboxId)
    const answer = await fetch(`${app.sandbox.url}/graph.microsoft.com/v1.0/me/mailFolders${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return answer.status === 204 ? { id: '' } : answer.json()
  }
  const faults = (rules: object[]) => app.faults(...rules)
  const outlookDown = [{ service: 'graph', path: '', status: 503 }]

  return { connected, rowsOf, rowOf, pathsOf, sync, create, instruct, inOutlook, faults, outlookDown }
}
