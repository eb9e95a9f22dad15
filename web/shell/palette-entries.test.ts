import { expect, test } from 'vitest'
import { emailFolder } from '../../test/kit/email-folder.ts'
import { paletteEntries } from './palette-entries.ts'

const mailbox = (id: string, email_address: string) => ({
  id,
  name: 'Primary Mailbox',
  email_address,
  status: 'active' as const,
  folder_count: 2,
  expires_at: null,
  has_webhook: false,
  polling: false,
})
const folder = (name: string, display_name: string) => emailFolder(name, { display_name, provider_folder_id: null })
const data = {
  commands: [{ name: 'Create Folder', run: () => undefined }],
  mailboxes: [mailbox('m1', 'a@work.example'), mailbox('m2', 'b@home.example')],
  activeId: 'm1',
  hasPlans: true,
  isOperator: false,
  signOut: () => undefined,
  folders: [folder('Invoices', 'Work/Invoices'), folder('Travel', 'Travel')],
}
const found = (text: string): string[] => paletteEntries(text, data).map(({ name }) => name)

test('offers commands, all pages, the other mailboxes and the sign-out before a text is typed', () => {
  expect(found('').slice(0, 2)).toEqual(['Create Folder', 'Dashboard'])
  expect(found(' ').slice(-2)).toEqual(['b@home.example', 'Sign Out'])
})

test('offers the subscription only where there are plans', () => {
  const offered = (hasPlans: boolean) => paletteEntries('billing', { ...data, hasPlans }).map(({ name }) => name)
  expect([offered(true)[0], offered(false)[0]]).toEqual(['Subscription', 'Search the history for “billing”'])
})

test('offers the operator’s page only to operators', () => {
  const offered = (isOperator: boolean) => paletteEntries('backups', { ...data, isOperator }).map(({ name }) => name)
  expect([offered(true)[0], offered(false)[0]]).toEqual(['Operator', 'Search the history for “backups”'])
})

test('finds pages by other words, folders by their path, mailboxes, and offers a search last', () => {
  expect(found('create f')).toEqual(['Create Folder', 'Search the history for “create f”'])
  expect(found('PASSWORD')).toEqual(['Account', 'Search the history for “PASSWORD”'])
  expect(found('existing')).toEqual(['Tidy Up', 'Search the history for “existing”'])
  expect(found('work/inv')).toEqual(['Work/Invoices', 'Search the history for “work/inv”'])
  expect(found('home.')).toEqual(['b@home.example', 'Search the history for “home.”'])
})
