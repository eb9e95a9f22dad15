import type { ComponentType } from 'react'
import type { OperatorSettingsState } from '../../../contract/functions/operator-settings.ts'
import { type OperatorSetting, setUpParts, type SetUpPart } from '../../../contract/operator-settings.ts'
import { text } from '../../texts/translate.ts'
import { AccountsPart } from './accounts-part.tsx'
import { BackupPart } from './backup-part.tsx'
import { DropboxPart, GooglePart, PlansPart } from './client-parts.tsx'
import { EmailPart } from './email-part.tsx'
import { MailboxPart } from './mailbox-part.tsx'
import { ModelPart } from './model-part.tsx'
import type { CardState } from './part-card.tsx'
import { settingOf } from './use-entered.ts'

interface SetUpCard {
  id: SetUpPart | 'mailbox'
  title: string
  description: string
  /** The part whose state the card shows. */
  part: SetUpPart
  Content: ComponentType
}
export type PartId = SetUpCard['id'] | 'none'

export const setUpCards: readonly SetUpCard[] = [
  {
    id: 'mailbox',
    part: 'outlook',
    title: text('Mailbox'),
    description: text('What is to be sorted, with IMAP or at Microsoft.'),
    Content: MailboxPart,
  },
  {
    id: 'email',
    part: 'email',
    title: text('Mail server'),
    description: text('Sends links, invitations and digests. Without one you give out links yourself.'),
    Content: EmailPart,
  },
  {
    id: 'model',
    part: 'model',
    title: text('Language model'),
    description: text('Decides about email that the built-in classifier is unsure of.'),
    Content: ModelPart,
  },
  {
    id: 'backup',
    part: 'backup',
    title: text('Backup'),
    description: text('A copy of everything, each night.'),
    Content: BackupPart,
  },
  {
    id: 'accounts',
    part: 'accounts',
    title: text('Accounts'),
    description: text('Who else may create one.'),
    Content: AccountsPart,
  },
  {
    id: 'plans',
    part: 'plans',
    title: text('Plans and payments'),
    description: text('Off: nobody pays, and there is no limit.'),
    Content: PlansPart,
  },
  {
    id: 'google',
    part: 'google',
    title: text('Google'),
    description: text('Sign-in with Google, and attachments into Google Drive.'),
    Content: GooglePart,
  },
  {
    id: 'dropbox',
    part: 'dropbox',
    title: text('Dropbox'),
    description: text('Attachments into Dropbox.'),
    Content: DropboxPart,
  },
]

/** Parts without which something does not work. */
const isMissed: readonly PartId[] = ['mailbox', 'email', 'backup']

export function stateOfCard(
  { id, part }: SetUpCard,
  state: OperatorSettingsState,
  hasMailbox: boolean,
): CardState | null {
  const names: readonly OperatorSetting[] = setUpParts[part]
  if (state.problems.some(({ name }) => name !== null && names.includes(name))) return 'failing'
  if (id === 'mailbox' && hasMailbox) return 'set'
  const sources = names.map((name) => settingOf(state, name).source)
  if (sources.includes('page')) return 'set'
  if (sources.includes('environment')) return 'environment'
  return isMissed.includes(id) ? 'none' : null
}
