import { expect, test } from 'vitest'
import { describeWithDovecot } from '../kit/describe-with-dovecot.ts'
import { startDovecot, type Dovecot } from '../kit/dovecot.ts'
import { connectImapLines } from '../kit/imap-lines.ts'

const mime = 'From: Anna <anna@example.com>\r\nMessage-ID: <1@example.com>\r\nSubject: Rent\r\n\r\nDue on Friday.\r\n'

describeWithDovecot('the Dovecot of the tests', (dovecot) => {
  test('moves an email, whose witness keeps guid, flags, size, date and content', async () => {
    const user = await dovecot.newMailbox()
    await dovecot.createFolder(user, 'Büro & Töpfe/2026')
    await dovecot.save(user, 'INBOX', mime)
    const [before] = await dovecot.listEmails(user)
    using client = await connectImapLines(dovecot)
    expect(await signIn(client, user, dovecot.password)).toMatch(/^OK .* MOVE /)
    await client.run('SELECT INBOX')
    expect((await client.run('UID MOVE 1 "B&APw-ro &- T&APY-pfe/2026"')).at(-1)).toMatch(/^OK/)
    expect(await dovecot.listEmails(user)).toEqual([{ ...before, folder: 'Büro & Töpfe/2026', flags: [], uid: 1 }])
    expect(await dovecot.commandsOf(user)).toEqual(['SELECT INBOX', 'UID MOVE 1 "B&APw-ro &- T&APY-pfe/2026"'])
  })

  test('refuses a wrong password, fails as in an outage, and takes a new password', async () => {
    const user = await dovecot.newMailbox()
    expect(await signInOnce(dovecot, user, 'wrong')).toMatch(/^NO \[AUTHENTICATIONFAILED\]/)
    await dovecot.failSignIns(user)
    expect(await signInOnce(dovecot, user)).toMatch(/^NO \[UNAVAILABLE\]/)
    await dovecot.changePassword(user, 'new')
    expect(await signInOnce(dovecot, user)).toMatch(/^NO \[AUTHENTICATIONFAILED\]/)
    expect(await signInOnce(dovecot, user, 'new')).toMatch(/^OK/)
  })

  test('keeps its mailboxes over an outage', async () => {
    const user = await dovecot.newMailbox()
    await dovecot.save(user, 'INBOX', mime)
    await dovecot.stop()
    await expect(signInOnce(dovecot, user)).rejects.toThrow('ECONNREFUSED')
    await dovecot.start()
    expect(await signInOnce(dovecot, user)).toMatch(/^OK/)
    expect(await dovecot.listEmails(user)).toHaveLength(1)
  })

  test('hides extensions, and limits quota, rights and connections', async () => {
    await using odd = await startDovecot({
      hidden: ['MOVE', 'CONDSTORE'],
      namespace: { separator: '.', prefix: 'INBOX.' },
      specialUse: false,
      plugins: ['quota', 'acl', 'virtual'],
      maxConnections: 1,
    })
    const user = await odd.newMailbox()
    await odd.save(user, 'INBOX', mime.replace('Friday', 'Friday'.repeat(200)))
    await odd.createFolder(user, 'INBOX.Locked')
    await odd.doveadm('acl', 'set', '-u', user, 'INBOX.Locked', 'owner', 'lookup', 'read')
    using client = await connectImapLines(odd)
    expect(await signIn(client, user, odd.password)).not.toMatch(/ MOVE| CONDSTORE| QRESYNC/)
    // Its releases have two codes for it.
    expect(await signInOnce(odd, user)).toMatch(/^NO \[(?:LIMIT|UNAVAILABLE)\]/)
    const folders = await client.run('LIST "" "*"')
    expect(folders).toContain(String.raw`* LIST (\HasNoChildren) "." INBOX.Sent`)
    expect(folders).toContain(String.raw`* LIST (\HasNoChildren \All) "." Virtual.All`)
    await client.run('CREATE Limited.Full')
    await client.run('SELECT INBOX')
    expect((await client.run('UID COPY 1 INBOX.Locked')).at(-1)).toMatch(/^NO \[NOPERM\]/)
    expect((await client.run('UID COPY 1 Limited.Full')).at(-1)).toMatch(/^NO \[OVERQUOTA\]/)
    expect((await client.run('STATUS Virtual.All (MESSAGES)'))[0]).toBe('* STATUS Virtual.All (MESSAGES 1)')
    expect(await odd.listEmails(user)).toHaveLength(1)
  })
})

type Client = Awaited<ReturnType<typeof connectImapLines>>

async function signIn(client: Client, user: string, password: string): Promise<string> {
  return (await client.run(`LOGIN "${user}" "${password}"`)).at(-1) ?? ''
}

async function signInOnce(dovecot: Dovecot, user: string, password = dovecot.password): Promise<string> {
  using client = await connectImapLines(dovecot)
  return await signIn(client, user, password)
}
