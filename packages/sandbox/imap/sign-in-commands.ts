import { BadCommand, type CommandParser } from './command-parser.ts'
import { Refused, type Session } from './session.ts'
import { findImapMailbox, type ImapMailbox } from './state.ts'

const EXTENSIONS = ['IDLE', 'UIDPLUS', 'MOVE', 'NAMESPACE', 'SPECIAL-USE', 'CHILDREN']

/** What the server announces before and after the sign-in. */
export function capabilities(mailbox: ImapMailbox | null): string {
  const always = ['IMAP4rev1', 'LITERAL+', 'SASL-IR', 'ID']
  if (!mailbox) return [...always, 'AUTH=PLAIN', 'AUTH=LOGIN'].join(' ')
  const offered = [...EXTENSIONS, ...(mailbox.gmail ? ['X-GM-EXT-1'] : [])]
  return [...always, ...offered.filter((name) => !mailbox.hidden.includes(name))].join(' ')
}

export async function login(session: Session, command: CommandParser): Promise<string> {
  command.need(' ')
  const user = command.astring('User name')
  command.need(' ')
  const password = command.astring('Password')
  command.end()
  return signIn(session, user, password)
}

/** PLAIN (RFC 4616) and LOGIN, with or without an initial response (RFC 4959). */
export async function authenticate(session: Session, command: CommandParser): Promise<string> {
  command.need(' ')
  const mechanism = command.atom('Mechanism').toUpperCase()
  const initial = command.accept(' ') ? command.read(/[A-Za-z0-9+/]*={0,2}/, 'Initial response') : null
  command.end()
  if (mechanism === 'PLAIN') {
    const [, user = '', password] = (await readResponse(session, '', initial)).split('\0')
    if (password === undefined) throw new BadCommand('Invalid response')
    return signIn(session, user, password)
  }
  if (mechanism !== 'LOGIN') throw new Refused('Unsupported authentication mechanism')
  const user = await readResponse(session, 'Username:', initial)
  return signIn(session, user, await readResponse(session, 'Password:', null))
}

async function readResponse(session: Session, prompt: string, initial: string | null): Promise<string> {
  if (initial === null) session.send(`+ ${Buffer.from(prompt).toString('base64')}`)
  const line = initial ?? (await session.nextLine())
  if (line === null || line === '*') throw new BadCommand('Authentication aborted')
  return Buffer.from(line, 'base64').toString()
}

/** The last three are Gmail's. */
const refusals: Record<ImapMailbox['signIn'], string | null> = {
  ok: null,
  unavailable: '[UNAVAILABLE] Temporary authentication failure',
  limit: '[LIMIT] Too many simultaneous connections',
  'app-password':
    '[ALERT] Application-specific password required: https://support.google.com/accounts/answer/185833 (Failure)',
  disabled:
    '[ALERT] Your account is not enabled for IMAP use. Please visit your Gmail settings page and enable your account ' +
    'for IMAP access. (Failure)',
  web: '[ALERT] Please log in via your web browser: https://support.google.com/mail/accounts/answer/78754 (Failure)',
}

function signIn(session: Session, user: string, password: string): string {
  if (session.mailbox) throw new BadCommand('Already signed in')
  const mailbox = findImapMailbox(session.sandbox.imap, user)
  const refusal = refusals[mailbox?.signIn ?? 'ok']
  if (refusal !== null) throw new Refused(refusal)
  if (mailbox?.password !== password) throw new Refused('[AUTHENTICATIONFAILED] Authentication failed')
  session.mailbox = mailbox
  return `OK [CAPABILITY ${capabilities(mailbox)}] Logged in`
}
