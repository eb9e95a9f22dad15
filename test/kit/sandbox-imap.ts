import { randomBytes } from 'node:crypto'
import { startSandbox } from '../../packages/sandbox/sandbox.ts'
import { mailCertificate } from './mail-certificate.ts'

export const imapPassword = 'app-password'

/** A sandbox whose IMAP and submission servers have the certificate of the tests. */
export async function startSandboxImap(stateDir?: string) {
  const sandbox = await startSandbox({
    port: 0,
    mailCertificate: mailCertificate(),
    ...(stateDir !== undefined && { stateDir }),
  })
  const imap = new URL(sandbox.imapUrl ?? '')
  /** @param body JSON, or the text of a message */
  async function control(method: string, path: string, body?: unknown): Promise<unknown> {
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const answer = await sandbox.request(`/control/${path}`, { method, ...sent })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  return {
    host: imap.hostname,
    port: Number(imap.port),
    submissionUrl: sandbox.submissionUrl ?? '',
    password: imapPassword,
    control,
    async newMailbox(options: Record<string, unknown> = {}): Promise<string> {
      const email = `${randomBytes(6).toString('hex')}@imap.example`
      await control('POST', 'imap/mailboxes', { email, password: imapPassword, ...options })
      return email
    },
    async save(user: string, folder: string, mime: string): Promise<void> {
      await control('POST', `imap/${user}/messages?folder=${encodeURIComponent(folder)}`, mime)
    },
    [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose](),
  }
}
