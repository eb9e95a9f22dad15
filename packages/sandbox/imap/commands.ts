import { BadCommand, type CommandParser } from './command-parser.ts'
import * as folders from './folder-commands.ts'
import * as messages from './message-commands.ts'
import { sendChanges, type Session } from './session.ts'
import { authenticate, capabilities, login } from './sign-in-commands.ts'

/** @returns the tagged response without its tag */
type Command = (session: Session, command: CommandParser) => Promise<string>

const COMMANDS: Record<string, Command> = {
  CAPABILITY: async (session, command) => {
    command.end()
    session.send(`* CAPABILITY ${capabilities(session.mailbox)}`)
    return 'OK CAPABILITY completed'
  },
  NOOP: async (_session, command) => {
    command.end()
    return 'OK NOOP completed'
  },
  LOGOUT: async (session, command) => {
    command.end()
    session.hasEnded = true
    session.send('* BYE Logging out')
    return 'OK LOGOUT completed'
  },
  ID: async (session, command) => {
    command.need(' ')
    if (command.peek(/^\(/)) command.list(() => (command.peek(/^NIL/i) ? command.atom('NIL') : command.astring('ID')))
    else if (command.atom('NIL').toUpperCase() !== 'NIL') throw new BadCommand('List expected')
    session.send('* ID ("name" "Sandbox")')
    return 'OK ID completed'
  },
  LOGIN: login,
  AUTHENTICATE: authenticate,
  CREATE: folders.create,
  DELETE: folders.remove,
  RENAME: folders.rename,
  SUBSCRIBE: folders.subscribeTo(true),
  UNSUBSCRIBE: folders.subscribeTo(false),
  LIST: folders.list('LIST'),
  LSUB: folders.list('LSUB'),
  NAMESPACE: folders.namespace,
  SELECT: folders.select('SELECT'),
  EXAMINE: folders.select('EXAMINE'),
  STATUS: folders.status,
  APPEND: folders.append,
  IDLE: messages.idle,
  EXPUNGE: messages.expunge(false),
  FETCH: messages.fetch(false),
  STORE: messages.store(false),
  SEARCH: messages.search(false),
  COPY: messages.copy(false),
  MOVE: messages.move(false),
  'UID EXPUNGE': messages.expunge(true),
  'UID FETCH': messages.fetch(true),
  'UID STORE': messages.store(true),
  'UID SEARCH': messages.search(true),
  'UID COPY': messages.copy(true),
  'UID MOVE': messages.move(true),
}

/** These use sequence numbers, which must not change during them. */
const NUMBERED = new Set(['FETCH', 'STORE', 'SEARCH'])

/** The name of a command: `UID MOVE`. */
export function readName(command: CommandParser): string {
  const name = command.atom('Command').toUpperCase()
  if (name !== 'UID') return name
  command.need(' ')
  return `UID ${command.atom('Command').toUpperCase()}`
}

/** Runs a command and sends what has changed in the open folder. @returns the tagged response without its tag */
export async function runCommand(session: Session, name: string, command: CommandParser): Promise<string> {
  const run = COMMANDS[name]
  if (!run) throw new BadCommand('Unknown command')
  const response = await run(session, command)
  sendChanges(session, !NUMBERED.has(name))
  return response
}
