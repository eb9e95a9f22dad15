import { ImapFlow } from 'imapflow'
import { expect, test } from 'vitest'
import { startCuttingProxy } from '../kit/cutting-proxy.ts'
import { describeWithDovecot } from '../kit/describe-with-dovecot.ts'
import { connectImapLines } from '../kit/imap-lines.ts'

const mime = 'From: Anna <anna@example.com>\r\nSubject: Rent\r\n\r\nDue on Friday.\r\n'
const move = /^UID MOVE/

describeWithDovecot('the proxy that cuts', (dovecot) => {
  /** One email in the inbox, which a client behind the proxy has opened. */
  async function openInbox() {
    const user = await dovecot.newMailbox()
    await dovecot.save(user, 'INBOX', mime)
    const proxy = await startCuttingProxy({ port: dovecot.plainPort })
    const client = await connectImapLines(proxy)
    await client.run(`LOGIN ${user} {${dovecot.password.length}+}\r\n${dovecot.password}`)
    await client.run('SELECT INBOX')
    const folders = async () => (await dovecot.listEmails(user)).map(({ folder }) => folder)
    return { proxy, client, folders, [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose]() }
  }

  test.each([
    ['before', /^the connection ended$/, 'INBOX'],
    ['unanswered', /^the connection ended$/, 'Archive'],
    ['answered', /COPYUID.*EXPUNGE.*OK Move completed/, 'Archive'],
  ] as const)('cuts a move %s', async (at, answer, folder) => {
    await using opened = await openInbox()
    const happened = opened.proxy.next({ command: move, at, how: 'cut' })
    expect((await opened.client.run('UID MOVE 1 Archive')).join(' ')).toMatch(answer)
    await happened
    expect(await opened.client.run('NOOP')).toEqual(['the connection ended'])
    expect(await opened.folders()).toEqual([folder])
    expect(opened.proxy.connections()).toBe(0)
  })

  test('swallows: the connection stays open without an answer, and a new one works', async () => {
    await using opened = await openInbox()
    const happened = opened.proxy.next({ command: move, at: 'unanswered', how: 'swallow' })
    const answer = opened.client.run('UID MOVE 1 Archive')
    await happened
    expect(await Promise.race([answer, opened.folders()])).toEqual(['Archive'])
    using again = await connectImapLines(opened.proxy)
    expect(again.greeting).toMatch(/^\* OK/)
    opened.proxy.loseAll('swallow')
    expect(opened.proxy.connections()).toBe(0)
  })

  test('delays answers', async () => {
    await using opened = await openInbox()
    const release = opened.proxy.hold()
    const answer = opened.client.run('UID MOVE 1 Archive')
    expect(await Promise.race([answer, opened.folders()])).toEqual(['INBOX'])
    release()
    expect((await answer).at(-1)).toMatch(/^OK/)
  })

  test('offers STARTTLS, or removes it as an attacker does', async () => {
    const user = await dovecot.newMailbox()
    const signIn = async (security: 'starttls' | 'stripped') => {
      await using proxy = await startCuttingProxy({ port: dovecot.plainPort }, security)
      const auth = { user, pass: dovecot.password }
      const client = new ImapFlow({ ...proxy, secure: false, doSTARTTLS: true, logger: false, auth })
      client.on('error', () => undefined)
      await client.connect()
      const { secureConnection } = client
      await client.logout()
      return secureConnection
    }
    expect(await signIn('starttls')).toBe(true)
    await expect(signIn('stripped')).rejects.toThrow('STARTTLS')
  })
})
