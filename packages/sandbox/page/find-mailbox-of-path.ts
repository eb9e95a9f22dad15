import type { Context } from 'hono'
import type { SandboxState } from '../sandbox-state.ts'
import type { Mailbox } from '../microsoft/model.ts'
import { findMailbox } from '../microsoft/outlook.ts'

export function findMailboxOfPath(sandbox: SandboxState, c: Context): Mailbox | undefined {
  return findMailbox(sandbox.outlook, c.req.param('email') ?? '')
}
